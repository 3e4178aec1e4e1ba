/** One customer's credit items, and the button that pays all of them. */
import { useId, useState } from 'react';
import { formatPhone } from '../../lib/format';
import { ActionButton } from '../../ui/ActionButton';
import { Money } from '../../ui/money/Money';
import { ChooseCustomer } from './ChooseCustomer';
import type { Group } from './customers';
import { ItemRow } from './ItemRow';
import { paying, words } from './strings';
import { usePayAll } from './usePay';

/** Items shown before 'Show all'. */
const FIRST_ITEMS = 12;

export function CustomerGroup({ group }: { group: Group }) {
  const titleId = useId();
  const [all, setAll] = useState(false);
  const { payAll, candidates, choose, cancel, pending, waiting } = usePayAll(group);
  const { customerName, customerPhone, items, active, due } = group;
  /** With only paid items listed, the amount due needs a label, or it reads as their sum. */
  const paid = items.every(({ status }) => status === 'paid');
  const shown = all ? items : items.slice(0, FIRST_ITEMS);
  return (
    <>
      <article className="stack" aria-labelledby={titleId}>
        <header className="split">
          <div>
            <h3 id={titleId}>{customerName}</h3>
            <small>{customerPhone ? formatPhone(customerPhone) : words.noPhone}</small>
          </div>
          {active.length > 0 && (
            <div className="row">
              {paid && <small>{words.owed}</small>}
              <Money {...due} total className="end total" />
            </div>
          )}
        </header>
        <ul className="list">
          {shown.map((item) => (
            <ItemRow key={item.id} item={item} locked={pending} />
          ))}
        </ul>
        {shown.length < items.length && (
          <button type="button" className="quiet" onClick={() => setAll(true)}>
            {words.showItems(items.length)}
          </button>
        )}
        {active.length > 0 && (
          <ActionButton
            type="button"
            className="soft wide"
            aria-describedby={titleId}
            pending={pending}
            waiting={waiting}
            onClick={payAll}
          >
            {paying.all}
          </ActionButton>
        )}
      </article>
      {candidates && (
        <ChooseCustomer candidates={candidates} pending={pending} onChoose={choose} onClose={cancel} />
      )}
    </>
  );
}
