/** The 404 card. */
import { Link } from 'wouter';
import { useTitle } from '../lib/useTitle';
import { words } from './strings';

export default function NotFound() {
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
