/** Entry point of the public menus: its own code and styles, without anything that only staff use. */
import './styles/pico.scss';
import '@fontsource-variable/figtree/index.css';
import './styles/menu.css';
import { createRoot } from 'react-dom/client';
import { initBox, loadBox } from './api/box';
import CustomerMenu from './features/menu/CustomerMenu';
import { followMenu, loadMenu } from './features/menu/menuStore';
import PlainMenu from './features/menu/PlainMenu';
import { replaceOnJump } from './lib/jumpLinks';
import { afterPaint } from './lib/render/afterPaint';
import { followTheme } from './lib/theme';

/** Longest wait for the data before the first render, in milliseconds: rendering a placeholder takes longer than most answers. */
const WAIT_MS = 100;

const isPlain = location.pathname.startsWith('/menu');
const Menu = isPlain ? PlainMenu : CustomerMenu;
const loaded = Promise.all([loadMenu(!isPlain), loadBox()]);
void Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, WAIT_MS))]).then(() => {
  const root = document.getElementById('root');
  if (root) createRoot(root).render(<Menu />);
  afterPaint(() => void initBox());
});
followMenu(!isPlain);
followTheme();
replaceOnJump();
