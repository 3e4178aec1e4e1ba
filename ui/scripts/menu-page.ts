/** Vite plugin: the development server serves the public menus from menu.html, as the box does. */
import type { Plugin } from 'vite';

const MENUS = /^\/(customer-)?menu\/?(?=\?|$)/;

export function menuPage(): Plugin {
  return {
    name: 'menu-page',
    configureServer(server) {
      server.middlewares.use((request, _answer, next) => {
        request.url = request.url?.replace(MENUS, '/menu.html');
        next();
      });
    },
  };
}
