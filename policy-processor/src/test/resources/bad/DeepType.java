package demo;

import dev.toolpolicy.annotation.Tool;
import java.util.List;

@Tool
record Deep(
    List<List<List<List<List<List<List<List<List<List<List<List<List<List<List<List<String>>>>>>>>>>>>>>>> fits,
    List<List<List<List<List<List<List<List<List<List<List<List<List<List<List<List<List<String>>>>>>>>>>>>>>>>> tooDeep) {}
