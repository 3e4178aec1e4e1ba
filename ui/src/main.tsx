/** Entry point of the staff app: requests all that the first screen needs at once, then renders. */
import './styles/pico.scss';
import '@fontsource-variable/figtree/index.css';
import './styles/index.css';
import { createRoot } from 'react-dom/client';
import { initBox, loadBox } from './api/box';
import { authorization } from './api/http/client';
import { prefetch } from './api/http/prefetch';
import { followOtherTabs, sessionStore } from './api/session';
import { App, loadShell } from './app/App';
import { guard } from './app/guard';
import { followTheme } from './lib/theme';

const session = sessionStore.get();
const result = guard(location.pathname, session);
if (result.show === 'staff' || result.show === 'public') {
  if (result.show === 'staff') void loadShell();
  void result.route.load();
  if (!session.user?.mustChangePassword) {
    for (const url of result.route.prefetch ?? []) prefetch(url, authorization());
  }
}
void initBox();
void loadBox();
followOtherTabs();
followTheme();

const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
