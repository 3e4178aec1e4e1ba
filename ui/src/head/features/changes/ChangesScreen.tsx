/** What head office has asked of the bars, and what became of it. */
import { Plus, Send } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { useTitle } from '../../../lib/useTitle';
import { Badge } from '../../../ui/Badge';
import { Empty, Loaded, Skeleton } from '../../../ui/feedback/States';
import { toast, toastError } from '../../../ui/feedback/toast';
import { Choices } from '../../../ui/form/Choices';
import { DIRECTIVES } from '../../api/calls';
import { useGet } from '../../api/query';
import { isOwner } from '../../api/session';
import type { Directive, DirectiveState } from '../../api/types';
import { reasonOf, useSend } from '../../api/useSend';
import { shortTime } from '../../lib/strings';
import { useBarName } from '../../parts/useBars';
import { useChainProducts } from '../../parts/useChainProducts';
import { NewChange } from './NewChange';
import { effectiveText, isOpen, sentenceOf } from './sentences';
import { stateWords, words } from './strings';

const STATUS: Record<DirectiveState, string> = {
  queued: 'info',
  received: 'info',
  applied: 'ok',
  refused: 'error',
  withdrawn: 'inactive',
  unsupported: 'warning',
};
const STATES = Object.keys(STATUS) as DirectiveState[];

export default function ChangesScreen() {
  useTitle(words.title);
  const [show, setShow] = useState<DirectiveState | 'all'>('all');
  const [adding, setAdding] = useState(false);
  const changes = useGet<Directive[]>(DIRECTIVES);
  return (
    <>
      <header className="page-head">
        <h1>{words.title}</h1>
        {isOwner() && (
          <Link href="/products" className="action small">
            {words.products}
          </Link>
        )}
        <button type="button" className="docked" onClick={() => setAdding(true)}>
          <Plus />
          {words.add}
        </button>
      </header>
      <Choices
        label={words.show}
        value={show}
        options={[
          { value: 'all', label: words.all },
          ...STATES.map((value) => ({ value, label: stateWords[value] })),
        ]}
        onValue={setShow}
      />
      <Loaded query={changes} errorText={words.loadFailed} skeleton={<Skeleton count={5} height="4rem" />}>
        {(all) => {
          const shown = all.filter(({ state }) => show === 'all' || state === show);
          if (shown.length === 0) return <Empty icon={Send} text={words.none} />;
          return (
            <section className="card" aria-label={words.title}>
              <ul className="list">
                {shown.map((change) => (
                  <Row key={change.id} change={change} />
                ))}
              </ul>
            </section>
          );
        }}
      </Loaded>
      {adding && <NewChange earlier={changes.data ?? []} onClose={() => setAdding(false)} />}
    </>
  );
}

function Row({ change }: { change: Directive }) {
  const bar = useBarName()(change.bar);
  const products = useChainProducts();
  const { send, pending } = useSend([DIRECTIVES]);
  const { number, effective, by, at, state, reason } = change;

  async function withdraw() {
    try {
      await send({ method: 'DELETE', path: `${DIRECTIVES}/${encodeURIComponent(change.id)}` });
      toast(words.withdrawn);
    } catch (error) {
      toastError(words.withdrawFailed, reasonOf(error));
    }
  }

  return (
    <li className="line">
      <span className="grow">
        <span className="name">
          {sentenceOf(change, (id) => products.find(({ chainId }) => chainId === id)?.name)}
        </span>
        <small>
          {words.number(number, bar)}, {effectiveText(effective)}
        </small>
        <small>{words.by(by, shortTime(at))}</small>
        {reason && <small>{reason}</small>}
      </span>
      <Badge status={STATUS[state]}>{stateWords[state]}</Badge>
      {isOpen(change) && (
        <button
          type="button"
          className="secondary small"
          aria-label={words.withdrawOf(number, bar)}
          disabled={pending}
          onClick={() => void withdraw()}
        >
          {words.withdraw}
        </button>
      )}
    </li>
  );
}
