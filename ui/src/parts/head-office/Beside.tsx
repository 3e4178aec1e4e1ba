/** Tells admins on every screen that head office counts another box of this bar. */
import { TriangleAlert } from 'lucide-react';
import { Link } from 'wouter';
import { useUntouched } from '../../lib/render/useUntouched';
import { OverMain } from '../../ui/OverMain';
import { dayIn, useHeadLink } from './link';
import { words } from './strings';

/** As often as the box asks head office when there is nothing to send. */
const POLL_MS = 60_000;

export default function Beside() {
  const link = useHeadLink(POLL_MS).data;
  // The banner moves the page: not under a thumb.
  const text = useUntouched(link?.state === 'beside' ? words.beside(dayIn(link.error)) : null);
  if (text === null) return null;
  return (
    <OverMain>
      <p className="banner" role="status" data-status="error">
        <TriangleAlert />
        <b>
          {text} <Link href="/settings/head">{words.toSettings}</Link>
        </b>
      </p>
    </OverMain>
  );
}
