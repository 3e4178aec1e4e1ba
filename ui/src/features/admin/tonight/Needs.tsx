/** What waits for the owner: what went wrong tonight, and what the box has to say; each leads to where it is seen to. */
import { ChevronRight, CircleMinus, ClockAlert, type LucideIcon, Printer, TriangleAlert } from 'lucide-react';
import { Link } from 'wouter';
import { useNotices } from '../useNotices';
import type { Need } from './needs';
import { needs as words } from './strings';

const ICON: Record<Need['kind'] | 'notice', LucideIcon> = {
  printer: Printer,
  drawer: CircleMinus,
  stock: ClockAlert,
  notice: TriangleAlert,
};

export function Needs({ needs }: { needs: readonly Need[] }) {
  const rows = [...needs, ...useNotices()];
  return (
    <section className="card stack tight needs" aria-labelledby="needs-you">
      <h2 id="needs-you">
        {words.title} {rows.length > 0 && <span className="count">{rows.length}</span>}
      </h2>
      {rows.length === 0 ? (
        <p className="lead">{words.nothing}</p>
      ) : (
        <ul className="rows">
          {rows.map(({ kind, status, text, link, href }) => {
            const Icon = ICON[kind];
            return (
              <li key={text} data-status={status}>
                <Icon />
                <span className="grow">
                  <b>{text}</b>
                  <Link href={href} className="name">
                    {link}
                  </Link>
                </span>
                <ChevronRight />
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
