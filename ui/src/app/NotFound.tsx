/** The 404 card, and what stands in place of the reports that only admins read. */
import { Link } from 'wouter';
import { useTitle } from '../lib/useTitle';
import { Denied } from './Denied';
import { words } from './strings';

export default function NotFound({ denied }: { denied: boolean }) {
  return denied ? <Denied /> : <Unknown />;
}

function Unknown() {
  useTitle(words.notFound);
  return (
    <article className="card stack">
      <h1>{words.notFound}</h1>
      <p>{words.notFoundLead}</p>
      <p>
        <Link href="/" className="action">
          {words.toStart}
        </Link>
      </p>
    </article>
  );
}
