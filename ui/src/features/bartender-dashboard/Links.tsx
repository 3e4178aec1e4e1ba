/** Links to the screens that a bartender uses. */
import { Beer, HandCoins, Inbox, LayoutGrid, type LucideIcon, QrCode } from 'lucide-react';
import type { CSSProperties } from 'react';
import { Link } from 'wouter';
import { useGet } from '../../api/http/query';
import { links, words } from './strings';

const TARGETS: Record<keyof typeof links, { href: string; Icon: LucideIcon }> = {
  quick: { href: '/bartender', Icon: Beer },
  tables: { href: '/table-service', Icon: LayoutGrid },
  credit: { href: '/credit', Icon: HandCoins },
  drawer: { href: '/drawer', Icon: Inbox },
  menu: { href: '/customer-menu', Icon: QrCode },
};

/** Two columns even on the narrowest phone. */
const TWO_BY_TWO = { '--min': '9rem' } as CSSProperties;

export function Links() {
  const hasTills = (useGet('/api/cash/setup').data?.mode ?? 'off') !== 'off';
  const shown = (Object.keys(links) as (keyof typeof links)[]).filter((key) => key !== 'drawer' || hasTills);
  return (
    <nav className="tiles" style={TWO_BY_TWO} aria-label={words.links}>
      {shown.map((key) => {
        const { title, lead } = links[key];
        const { href, Icon } = TARGETS[key];
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
