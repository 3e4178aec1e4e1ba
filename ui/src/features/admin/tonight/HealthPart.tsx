/** A part of the box with its state; it leads to its page. */
import type { LucideIcon } from 'lucide-react';
import { Link } from 'wouter';

interface HealthPartProps {
  href: string;
  icon: LucideIcon;
  status?: string | undefined;
  text: string;
  children: string;
}

export function HealthPart({ href, icon: Icon, status, text, children }: HealthPartProps) {
  return (
    <Link href={href} data-status={status}>
      <Icon />
      {text}
      <small>{children}</small>
    </Link>
  );
}
