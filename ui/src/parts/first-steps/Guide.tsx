/** The bar of the first steps, at the bottom of their list and of every page that they lead to. */
import { ArrowRight } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { useStore } from '../../lib/state/store';
import { nextAfter, stepAt, TABLES_PART } from './steps';
import { guide as words } from './strings';
import { guideStore, listStore, noteTablesSeen, startGuide, useSteps } from './useSteps';
import './first-steps.css';

const LIST = '/admin';

export default function Guide() {
  const listed = useStore(listStore);
  const guided = useStore(guideStore);
  const [path] = useLocation();
  const search = useSearch();
  const onList = path === LIST && search === '';
  if (!listed || (!onList && !guided)) return null;
  return <Bar path={path} search={search} onList={onList} />;
}

function Bar({ path, search, onList }: { path: string; search: string; onList: boolean }) {
  const steps = useSteps()?.steps ?? [];
  const here = onList ? -1 : stepAt(steps, path, search);
  useEffect(() => {
    if (path === TABLES_PART) noteTablesSeen();
  }, [path]);
  if (steps.length === 0 || (!onList && here < 0)) return null;
  const next = nextAfter(steps, here);
  const shown = onList ? next : here;
  if (shown === null) return null;
  const label = next === null ? words.last : steps[next]?.label;
  return (
    <aside className="guide" aria-label={words.label}>
      <Link href={LIST} className="grow">
        <b>{words.step(shown + 1, steps.length)}</b>
        <small>{onList ? label : next === null ? words.last : words.after(label ?? '')}</small>
      </Link>
      <Link
        href={next === null ? LIST : (steps[next]?.href ?? LIST)}
        className="action go"
        onClick={startGuide}
      >
        {next === null ? words.finish : words.next}
        <ArrowRight />
      </Link>
    </aside>
  );
}
