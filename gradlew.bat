@echo off
rem Builds Tool Policy. Runs Gradle's official wrapper; where Gradle's own site can't be reached, a gradle from the PATH.
rem Arguments and exit code are Gradle's.
setlocal
set "ROOT=%~dp0"
set "WRAPPER=%ROOT%gradle\wrapper\gradle-wrapper.jar"
set WRAPPER_SHA256=cb0da6751c2b753a16ac168bb354870ebb1e162e9083f116729cec9c781156b8
set VERSION=8.14.3
set "GRADLE_HOME_DIR=%GRADLE_USER_HOME%"
if not defined GRADLE_USER_HOME set "GRADLE_HOME_DIR=%USERPROFILE%\.gradle"

rem ---- which JDK
set JAVA=java
if defined JAVA_HOME set "JAVA=%JAVA_HOME:"=%\bin\java.exe"
"%JAVA%" -XshowSettings:properties -version 2>&1 | findstr /r /c:"java.specification.version = 1[7-9]" /c:"java.specification.version = [2-9][0-9]" >nul
if errorlevel 1 (
    echo gradlew: no Java of version 17 or newer found: install a JDK or set JAVA_HOME. 1>&2
    exit /b 1
)

rem ---- where the user stands; a backslash before a closing quote would take the quote away
set "HERE=%CD%"
if "%HERE:~-1%"=="\" set "HERE=%HERE%."
rem The module that the user stands in is meant, and anywhere else the whole project, if they don't say.
set PROJECT=
if not exist build.gradle set PROJECT=-p "%ROOT%."
for %%A in (%*) do (
    if "%%~A"=="-p" set PROJECT=
    if "%%~A"=="--project-dir" set PROJECT=
)

rem ---- which Gradle
for /d %%D in ("%GRADLE_HOME_DIR%\wrapper\dists\gradle-%VERSION%-bin\*") do if exist "%%D\*.ok" goto wrapper
curl -fsSIL --connect-timeout 4 -m 8 -o NUL https://services.gradle.org/distributions/gradle-%VERSION%-bin.zip 2>nul
if not errorlevel 1 goto wrapper

echo gradlew: Gradle's own site can't be reached; using the gradle of this machine. 1>&2
where gradle >nul 2>&1
if errorlevel 1 (
    echo gradlew: no gradle on the PATH: install Gradle 7.3 or newer, then try again. 1>&2
    exit /b 1
)
call gradle "-Ptoolpolicy.dir=%HERE%" %PROJECT% %*
exit /b %ERRORLEVEL%

:wrapper
"%JAVA%" -XshowSettings:properties -version 2>&1 | findstr /r /c:"java.specification.version = 2[5-9]" /c:"java.specification.version = [3-9][0-9]" >nul
if not errorlevel 1 (
    echo gradlew: Gradle %VERSION% runs on JDK 17 to 24: set JAVA_HOME to one of these, and add -Pjdk=DIR for tests and programs on another. 1>&2
    exit /b 1
)
certutil -hashfile "%WRAPPER%" SHA256 | findstr /i /x %WRAPPER_SHA256% >nul
if errorlevel 1 (
    echo gradlew: gradle\wrapper\gradle-wrapper.jar isn't the official one. 1>&2
    exit /b 1
)
"%JAVA%" -Xmx64m -Dfile.encoding=UTF-8 -Dorg.gradle.appname=gradlew -classpath "%WRAPPER%" org.gradle.wrapper.GradleWrapperMain "-Ptoolpolicy.dir=%HERE%" %PROJECT% %*
exit /b %ERRORLEVEL%
