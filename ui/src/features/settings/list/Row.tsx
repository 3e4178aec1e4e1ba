/** A row of the list: the link is the name, and all of the row is its target; the value describes it. */
import { ChevronRight, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Value } from './values';

interface RowProps {
  id: string;
  icon: LucideIcon | undefined;
  href: string;
  current?: boolean;
  value: Value | null;
  detail?: ReactNode;
  children: ReactNode;
}

export function Row({ id, icon: Icon, href, current, value, detail, children }: RowProps) {
  const valueId = `value-${id}`;
  return (
    <li data-current={current || undefined}>
      {Icon && <Icon />}
      <span className="grow">
        <Link
          href={href}
          className="name"
          aria-current={current ? 'page' : undefined}
          aria-describedby={value ? valueId : undefined}
        >
          {children}
        </Link>
        {detail && <small>{detail}</small>}
      </span>
      {value && (
        <span id={valueId} className="value" data-status={value.status}>
          {value.text}
        </span>
      )}
      <ChevronRight />
    </li>
  );
}
