/** The list of who owes: the sum, search and filter, one row per customer, and the sheet of one. */
import { Plus } from 'lucide-react';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import type { Older } from '../../api/http/useOlder';
import { mayManage, useSession } from '../../api/session';
import type { CreditItem, Tab } from '../../api/types';
import { formatTotal } from '../../lib/format';
import { useAfterPaint } from '../../lib/render/useAfterPaint';
import { useIncremental } from '../../lib/render/useIncremental';
import { useMinutes } from '../../lib/render/useMinutes';
import { useTitle } from '../../lib/useTitle';
import { useOwnWork } from '../../parts/own/useOwnWork';
import { Empty, Loaded, type Readable, Skeleton } from '../../ui/feedback/States';
import { Choices } from '../../ui/form/Choices';
import { SearchField } from '../../ui/form/SearchField';
import { Money } from '../../ui/money/Money';
import { OlderRows } from '../../ui/OlderRows';
import { type Account, accountsOf, type Filter, isOwed, shownOf, totalOf } from './accounts';
import { Dialogs, loadDialogs } from './Dialogs';
import { type Light, sectionsOf } from './lights';
import { Row } from './Row';
import { creditWords, words } from './strings';
import '../../styles/shared/rows.css';
import './tabs.css';

const NONE: readonly never[] = [];
const ForManagers = lazy(() => import('./more/ForManagers'));

interface OwingProps {
  light: Light;
  tabs: Readable<readonly Tab[]>;
  /** Paid items, which may be of customers without a tab. */
  paid?: readonly CreditItem[];
  /** The key of the customer whose sheet is open at first. */
  wanted?: string | null;
  /** The pages of older paid items. */
  older?: Older<CreditItem>;
}

export function Owing({ light, tabs, paid = NONE, wanted = null, older }: OwingProps) {
  useTitle(light.words.title);
  const manages = mayManage(useSession().user?.role);
  const sums = useOwnWork() !== 'nothing';
  const [isAdding, setAdding] = useState(false);
  const [open, setOpen] = useState(wanted);
  const now = useMinutes();
  const accounts = useMemo(() => accountsOf(tabs.data ?? NONE, paid, now), [tabs.data, paid, now]);
  const owed = accounts.filter(isOwed);
  const Adding = useMemo(() => lazy(light.loadAdding), [light]);
  useEffect(() => {
    // If this fails, opening a dialog fetches it again.
    Promise.all([light.loadAdding(), loadDialogs()]).catch(() => {});
  }, [light]);
  return (
    <>
      <header className="page-head meets">
        <hgroup>
          <h1>{light.words.title}</h1>
          {tabs.data && <small>{light.words.owe(owed.length)}</small>}
        </hgroup>
        {tabs.data && sums && (
          <Money {...totalOf(owed.map(({ amount }) => amount))} total className="end total" />
        )}
        <button type="button" className="docked" onClick={() => setAdding(true)}>
          <Plus />
          {light.words.add}
        </button>
      </header>
      <Loaded
        query={tabs}
        errorText={light.words.loadFailed}
        skeleton={<Skeleton count={6} height="3.5rem" />}
      >
        {() => (
          <>
            {manages && (
              <Suspense fallback={null}>
                <ForManagers tabs={tabs.data ?? NONE} />
              </Suspense>
            )}
            <List light={light} accounts={accounts} sums={sums} older={older} onOpen={setOpen} />
          </>
        )}
      </Loaded>
      <Dialogs light={light} accounts={accounts} open={open} onClose={() => setOpen(null)} />
      <Suspense fallback={null}>{isAdding && <Adding onClose={() => setAdding(false)} />}</Suspense>
    </>
  );
}

interface ListProps extends Pick<OwingProps, 'light' | 'older'> {
  accounts: readonly Account[];
  /** False for bartenders to whom the bar shows no sums. What each customer owes they see: they take the money. */
  sums: boolean;
  onOpen: (key: string) => void;
}

function List({ light, accounts, sums, older, onOpen }: ListProps) {
  const [wanted, setFilter] = useState<Filter>(light.filter);
  const [typed, setQuery] = useState('');
  const filter = useAfterPaint(wanted);
  const query = useAfterPaint(typed).trim();
  const sections = useMemo(
    () => sectionsOf(light, shownOf(accounts, filter, query)),
    [light, accounts, filter, query],
  );
  const ordered = sections.flatMap((section) => section.accounts);
  const { visible, more, sentinel } = useIncremental(ordered, `${filter} ${query}`);
  const drawn = new Set(visible);
  /** There may still be a match among older ones. */
  const unfinished = filter !== 'active' && older?.more;
  return (
    <>
      <div className="stack">
        <SearchField
          label={light.words.search}
          placeholder={words.searchHint}
          value={typed}
          onValue={setQuery}
        />
        <Choices<Filter>
          label={words.show}
          value={wanted}
          onValue={setFilter}
          options={light.words.filters}
        />
      </div>
      {sections.map(({ title, accounts: own }) => (
        <section key={title} className="stack tight" aria-label={title}>
          <div className="split">
            <h2>{title}</h2>
            <small>{noteOf(light, own, sums)}</small>
          </div>
          <ul className="card rows">
            {own.map(
              (account) =>
                drawn.has(account) && (
                  <Row key={account.key} account={account} light={light} onOpen={() => onOpen(account.key)} />
                ),
            )}
          </ul>
        </section>
      ))}
      {more && <div ref={sentinel} />}
      {sections.length === 0 && (
        <Empty
          icon={light.icon}
          text={unfinished ? creditWords.noneYet : query ? words.noMatch(query) : light.words.none}
        >
          {query && (
            <button type="button" className="secondary" onClick={() => setQuery('')}>
              {words.showAll}
            </button>
          )}
        </Empty>
      )}
      {older && unfinished && <OlderRows {...older} words={creditWords.older} />}
    </>
  );
}

/** What a section comes to, or how old its first debt is; nothing for what is paid. */
function noteOf(light: Light, accounts: readonly Account[], sums: boolean): string | null {
  const [oldest] = accounts;
  if (!oldest || !isOwed(oldest)) return null;
  if (!light.byDay) return words.oldest(light.ageText(oldest.age).toLowerCase());
  if (!sums) return null;
  const { usd, lrd } = totalOf(accounts.map(({ amount }) => amount));
  return `${formatTotal(usd, 'USD')} · ${formatTotal(lrd, 'LRD')}`;
}
