/** By Guest: each item gets a guest, and each guest a bill. */
import { type CSSProperties, useState } from 'react';
import type { Order, OrderItem } from '../../../api/types';
import type { Dual } from '../../../lib/money/money';
import { ActionButton } from '../../../ui/ActionButton';
import { Alert } from '../../../ui/feedback/Alert';
import { toastError } from '../../../ui/feedback/toast';
import { Money } from '../../../ui/money/Money';
import { bothAmounts } from '../amounts';
import { cacheMoved, setGuests, splitOrder } from '../moving/calls';
import { useMove } from '../moving/useMove';
import { type Chosen, choiceOf, choicesFor, GUEST_MAX, guestBills, guestOf, guestsToSend } from './guests';
import { grossOf } from './pieces';
import { byItem, words as common, byGuest as words } from './strings';
import './shares.css';

/** The value of Other in the select; no label is it, because labels are trimmed. */
const OTHER = ' other';

const APART = { '--gap': 'var(--space-2)' } as CSSProperties;

interface ByGuestProps {
  order: Order;
  chosen: Chosen;
  onChosen: (chosen: Chosen) => void;
  onSplit: () => void;
}

export default function ByGuest({ order, chosen, onChosen, onSplit }: ByGuestProps) {
  const report = (reason: string) => toastError(common.failed, reason);
  const labels = useMove(
    (items: ReturnType<typeof guestsToSend>, options) => setGuests(order.id, items, options),
    report,
  );
  const split = useMove((_: null, options) => splitOrder(order.id, { by: 'guest' }, options), report);
  const bills = guestBills(order, chosen);
  const choices = choicesFor(order, chosen);
  const nothing = bills.length < 2 && !split.unanswered;

  /** Whether the guests are stored now: first what was not answered, then what was chosen since. */
  async function store(): Promise<boolean> {
    const known = labels.unanswered ? await labels.run(undefined) : order;
    const changes = known && guestsToSend(known, chosen);
    const stored = changes && changes.length > 0 ? await labels.run(changes) : known;
    if (stored && stored !== order) cacheMoved([stored]);
    return stored !== undefined;
  }
  async function send() {
    if (!split.unanswered && !(await store())) return;
    const done = await split.run(null);
    if (!done) return;
    cacheMoved([...done.created, done.order]);
    onSplit();
  }

  return (
    <>
      {(labels.changed || split.changed) && <Alert>{common.changed}</Alert>}
      <section className="card">
        <ul className="list">
          {order.items.map((item) => (
            <ItemGuest
              key={item.id}
              item={item}
              guest={guestOf(item, chosen)}
              choices={choices}
              onGuest={(guest) => onChosen({ ...chosen, [item.id]: guest })}
            />
          ))}
        </ul>
      </section>
      <section className="card guest-bills">
        {bills.map(({ guest, total }) => (
          <GuestTotal
            key={guest}
            name={order.customerName}
            guest={guest}
            total={total}
            leads={order.currency}
          />
        ))}
      </section>
      <footer className="split-bar">
        {nothing && <small id="nothing-to-split">{words.nothing}</small>}
        <ActionButton
          type="button"
          className="large wide"
          pending={labels.pending || split.pending}
          waiting={labels.waiting || split.waiting}
          pendingLabel={common.splitting}
          disabled={nothing}
          aria-describedby={nothing ? 'nothing-to-split' : undefined}
          onClick={() => void send()}
        >
          {words.split}
        </ActionButton>
      </footer>
    </>
  );
}

interface ItemGuestProps {
  item: OrderItem;
  guest: string | null;
  choices: readonly string[];
  onGuest: (guest: string | null) => void;
}

function ItemGuest({ item, guest, choices, onGuest }: ItemGuestProps) {
  const [typing, setTyping] = useState(false);
  function choose(value: string) {
    setTyping(value === OTHER);
    if (value !== OTHER) onGuest(value || null);
  }
  return (
    <li>
      <span className="grow">
        <span className="name">{byItem.item(item.quantity, item.productName)}</span>
        <small>{bothAmounts(grossOf(item), item.currency)}</small>
      </span>
      <span className="guest stack" style={APART}>
        <select
          aria-label={words.guestOf(item.productName)}
          value={typing ? OTHER : choiceOf(guest, choices)}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          <option value="">{words.none}</option>
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
          <option value={OTHER}>{words.other}</option>
        </select>
        {typing && (
          <input
            aria-label={words.name(item.productName)}
            placeholder={words.guest}
            maxLength={GUEST_MAX}
            autoComplete="off"
            defaultValue=""
            onInput={(event) => onGuest(event.currentTarget.value.trim() || null)}
          />
        )}
      </span>
    </li>
  );
}

interface GuestTotalProps {
  name: string;
  guest: string | null;
  total: Dual;
  leads: Order['currency'];
}

function GuestTotal({ name, guest, total, leads }: GuestTotalProps) {
  return (
    <div className="split">
      <span>{guest === null ? name : `${name} - ${guest}`}</span>
      <Money {...total} leads={leads} total className="end total" />
    </div>
  );
}
