/** Vite configuration of the public menus: a separate build, so that a guest's phone fetches one script and one style sheet. */
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
