/** Colour theme: the phone's preference until the user chooses. public/theme.js sets it before the first paint. */
import { KEYS, read, write } from './state/storage';
import { createStore } from './state/store';

export type Theme = 'dark' | 'light';

/** The `--ground` colour of each theme, for the browser's own bars. */
const GROUND: Record<Theme, string> = { dark: '#131009', light: '#f6f1e8' };

export const themeStore = createStore<Theme>(
  document.documentElement.dataset.theme === 'light' ? 'light' : 'dark',
);

export function chooseTheme(theme: Theme): void {
  write(KEYS.theme, theme);
  apply(theme);
}

/** Follows the phone's preference until the user has chosen, and a choice made in another tab. */
export function followTheme(): void {
  const preference = matchMedia('(prefers-color-scheme: light)');
  const current = (): Theme => {
    const kept = read(KEYS.theme);
    return (kept === null ? preference.matches : kept === 'light') ? 'light' : 'dark';
  };
  preference.addEventListener('change', () => apply(current()));
  addEventListener('storage', (event) => {
    if (event.key === KEYS.theme || event.key === null) apply(current());
  });
}

function apply(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', GROUND[theme]);
  themeStore.set(theme);
}
