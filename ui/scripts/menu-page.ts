/** Shows the public menus in their own page while the screens are worked on, as the box does. */
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
