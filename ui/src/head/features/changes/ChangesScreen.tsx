/** What head office has asked of the bars, and what became of it. */
import { Plus, Send } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { useTitle } from '../../../lib/useTitle';
import { Badge } from '../../../ui/Badge';
import { Empty } from '../../../ui/feedback/States';
import { toast, toastError } from '../../../ui/feedback/toast';
import { Choices } from '../../../ui/form/Choices';
import { DIRECTIVES } from '../../api/calls';
import { usePages } from '../../api/pages';
import { isOwner } from '../../api/session';
import type { Directive, DirectiveState } from '../../api/types';
import { reasonOf, useSend } from '../../api/useSend';
import { shortTime } from '../../lib/strings';
import { PagedList } from '../../parts/PagedList';
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
  const changes = usePages<Directive>(show === 'all' ? DIRECTIVES : `${DIRECTIVES}?state=${show}`);
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
      <PagedList
        query={changes}
        label={words.title}
        errorText={words.loadFailed}
        empty={<Empty icon={Send} text={words.none} />}
        row={(change) => <Row key={change.id} change={change} />}
      />
      {adding && <NewChange onClose={() => setAdding(false)} />}
    </>
  );
}

function Row({ change }: { change: Directive }) {
  const bar = useBarName()(change.bar);
  const products = useChainProducts();
  const { send, pending } = useSend<Directive>([DIRECTIVES]);
  const { number, effective, by, at, state, reason } = change;

  async function withdraw() {
    try {
      const path = `${DIRECTIVES}/${encodeURIComponent(change.id)}`;
      const asked = await send({ method: 'DELETE', path });
      toast(asked ? words.withdrawAsked(bar) : words.withdrawn);
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
