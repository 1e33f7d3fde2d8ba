import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitepress'
import llmstxt from 'vitepress-plugin-llms'

// The sidebar is the list of pages in docs/README.md, so that there is one table of contents.
function sidebar() {
  const groups = []
  for (const line of readFileSync('build/src/docs/README.md', 'utf8').split('\n')) {
    const heading = line.match(/^##+ (.*)/)
    const page = line.match(/^- \[([^\]]+)\]\(([^)#]+)\)/)
    if (heading) {
      groups.push({ text: heading[1], collapsed: groups.length > 1, items: [] })
    } else if (page && groups.length > 0) {
      groups.at(-1).items.push({ text: page[1], link: '/docs/' + page[2].replace(/README\.md$/, '') })
    }
  }
  return groups.filter((group) => group.items.length > 0)
}

export default defineConfig({
  title: 'Tool Policy',
  description: 'Rules for what an AI agent may do with your tools.',
  lang: 'en-US',
  srcDir: 'build/src',
  outDir: 'build/site',
  cacheDir: 'build/cache',
  rewrites: { 'README.md': 'index.md', 'docs/:path(.*)/README.md': 'docs/:path/index.md', 'docs/README.md': 'docs/index.md' },
  // Sources are not part of the site. All other dead links fail the build.
  ignoreDeadLinks: [/\/policy-[a-z-]+\//, /\/api\//],
  vite: { plugins: [llmstxt()] },
  themeConfig: {
    search: { provider: 'local' },
    sidebar: sidebar(),
    nav: [
      { text: 'Documentation', link: '/docs/' },
      { text: 'Javadoc', link: '/api/index.html', target: '_self' },
      { text: 'Changes', link: '/CHANGELOG' },
    ],
    outline: [2, 3],
  },
})
