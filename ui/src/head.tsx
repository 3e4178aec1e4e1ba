/** Entry point of head office's pages: requests the screens' code at once if a user is known, then renders. */
import './styles/pico.scss';
import '@fontsource-variable/figtree/index.css';
import './styles/index.css';
import { createRoot } from 'react-dom/client';
import { loadInfo } from './head/api/info';
import { followOtherTabs, sessionStore } from './head/api/session';
import { App, loadShell } from './head/app/App';
import { followTheme } from './lib/theme';

if (sessionStore.get().user) void loadShell();
void loadInfo();
followOtherTabs();
followTheme();

const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
