/** How the page of the public menus is built: by itself, so that a guest's phone has one script and one style sheet to fetch. */
import { mergeConfig } from 'vitest/config';
import screens from './vite.config.ts';

export default mergeConfig(screens, {
  build: {
    emptyOutDir: false,
    copyPublicDir: false,
    manifest: '.vite/menu.json',
    rolldownOptions: { input: 'menu.html' },
  },
});
