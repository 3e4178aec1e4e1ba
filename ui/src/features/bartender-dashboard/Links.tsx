/** Links to the screens that a bartender uses. */
import { Beer, HandCoins, LayoutGrid, type LucideIcon, QrCode } from 'lucide-react';
import type { CSSProperties } from 'react';
import { Link } from 'wouter';
import { LINKS, words } from './strings';

const ICON: Record<keyof typeof LINKS, LucideIcon> = {
  quick: Beer,
  tables: LayoutGrid,
  credit: HandCoins,
  menu: QrCode,
};

/** Two columns even on the narrowest phone. */
const TWO_BY_TWO = { '--min': '9rem' } as CSSProperties;

export function Links() {
  return (
    <nav className="tiles" style={TWO_BY_TWO} aria-label={words.links}>
      {(Object.keys(LINKS) as (keyof typeof LINKS)[]).map((key) => {
        const { href, title, lead } = LINKS[key];
        const Icon = ICON[key];
        // The menu is a separate page, so the router cannot open it.
        const Anchor = key === 'menu' ? 'a' : Link;
        return (
          <Anchor key={key} className="tile" href={href}>
            <Icon />
            <span className="name">{title}</span>
            <span className="note">{lead}</span>
          </Anchor>
        );
      })}
    </nav>
  );
}
