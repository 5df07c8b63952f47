/** The site of the docs, as VitePress makes it: `npm run site` lays the pages out beside this file (scripts/site.ts). */
import { readFileSync } from 'node:fs';

const { sidebar, version } = JSON.parse(readFileSync(new URL('./pages.json', import.meta.url), 'utf8'));

export default {
  title: 'cfgtool',
  description: 'Reads, checks, compares, proves and migrates Envoy configurations.',
  lang: 'en',
  base: process.env.CFGTOOL_SITE_BASE ?? '/',
  outDir: '../site',
  cleanUrls: false,
  // Links are checked in what was built, with their anchors: scripts/site-links.ts.
  ignoreDeadLinks: true,
  markdown: {
    // Headings have the anchors of GitHub, where the same pages are read.
    anchor: {
      slugify: (title) =>
        title
          .trim()
          .toLowerCase()
          .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
          .replaceAll(' ', '-'),
    },
    config: (md) => md.set({ html: false }),
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  themeConfig: {
    // The index is part of the site: nothing is asked elsewhere.
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar,
    nav: [
      { text: 'Tour', link: '/tour' },
      { text: 'Commands', link: '/commands/' },
      { text: 'Rules', link: '/rules/' },
      { text: 'Playground', link: '/try.html', target: '_self' },
      { text: version, link: '/changelog' },
    ],
  },
};
