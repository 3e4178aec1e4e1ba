/** The sheet of one customer: what is owed, its items, and the ways to pay it. */
import { Ellipsis, Plus } from 'lucide-react';
import { type CSSProperties, useState } from 'react';
import { mayManage, useSession } from '../../api/session';
import { formatMoney } from '../../lib/format';
import { fromServer } from '../../lib/money/money';
import { payableCash } from '../../lib/money/payableCash';
import { limits } from '../../parts/customers/limitStrings';
import { limitOf } from '../../parts/customers/limits';
import { cashStepsOf, useCashSetup } from '../../parts/payment/methods';
import { ActionButton } from '../../ui/ActionButton';
import { Confirm } from '../../ui/dialog/Confirm';
import { Sheet } from '../../ui/dialog/Dialog';
import { changeText } from '../../ui/money/changeText';
import { Money } from '../../ui/money/Money';
import { type Account, isOwed } from './accounts';
import { Days, Items } from './Items';
import type { Light } from './lights';
import { words as moreWords } from './more/strings';
import { usePayAll } from './paying/usePay';
import { phoneOf } from './Row';
import { words as listWords, payment, sheet as words } from './strings';
import '../../styles/shared/bill-sheet.css';

interface CustomerSheetProps {
  account: Account;
  light: Light;
  onPay: () => void;
  onAdd: () => void;
  onMore: () => void;
  onClose: () => void;
}

export default function CustomerSheet({ account, light, onPay, onAdd, onMore, onClose }: CustomerSheetProps) {
  const { customerName, amount, leads, age, items, status, tab } = account;
  const { pay, pending, waiting } = usePayAll(light, onClose);
  const [asking, setAsking] = useState(false);
  const owed = isOwed(account);
  const steps = cashStepsOf(useCashSetup());
  const manages = mayManage(useSession().user?.role);
  const more = (
    <button
      type="button"
      className="secondary icon-only"
      aria-label={moreWords.more(customerName)}
      disabled={pending}
      onClick={onMore}
    >
      <Ellipsis />
    </button>
  );
  return (
    <Sheet
      title={customerName}
      note={[phoneOf(account), owed && listWords.oldest(light.ageText(age).toLowerCase())]
        .filter(Boolean)
        .join(' · ')}
      tools={<Money {...amount} leads={leads} total className="end total" />}
      onClose={onClose}
    >
      {status === 'partial' && <Progress account={account} />}
      {owed && <LimitLine account={account} />}
      {!owed && <p>{words.paidInFull}</p>}
      {light.byDay && owed ? <Days items={items} /> : <Items items={items} locked={pending} />}
      {owed && (
        <footer>
          <ActionButton
            type="button"
            className="large wide"
            pending={pending}
            waiting={waiting}
            onClick={() => (light.byDay ? setAsking(true) : pay(account))}
          >
            {light.words.payAll}
          </ActionButton>
          <div className="quad">
            <button type="button" className="secondary" disabled={pending} onClick={onPay}>
              {words.partial}
            </button>
            <button type="button" className="soft" disabled={pending} onClick={onAdd}>
              <Plus />
              {words.addItems}
            </button>
            {manages && more}
          </div>
        </footer>
      )}
      {!owed && manages && <footer>{more}</footer>}
      {asking && owed && tab && (
        <Confirm
          harmless
          question={payment.takeInCash(
            changeText(
              payableCash({ usd: fromServer(tab.owedUSD), lrd: fromServer(tab.owedLRD) }, tab.rate, steps),
            ),
          )}
          detail={payment.otherwise}
          action={light.words.payAll}
          onConfirm={() => {
            setAsking(false);
            pay(account);
          }}
          onCancel={() => setAsking(false)}
        />
      )}
    </Sheet>
  );
}

function LimitLine({ account: { tab } }: { account: Account }) {
  const known = limitOf(tab);
  if (!known) return null;
  const { limit, left, state } = known;
  return (
    <div className="split">
      <small>{limits.limit(formatMoney(limit, 'USD'))}</small>
      <small>
        {state === 'over' ? limits.beyond(formatMoney(-left, 'USD')) : limits.left(formatMoney(left, 'USD'))}
      </small>
    </div>
  );
}

function Progress({ account: { tab } }: { account: Account }) {
  const [paid, due] = [fromServer(tab?.paidUSD), fromServer(tab?.dueUSD)];
  const share = (cents: number, tone: string) => ({ '--share': cents, '--tone': tone }) as CSSProperties;
  return (
    <div className="stack tight">
      <div className="meter thin" aria-hidden="true">
        <i style={share(paid, 'var(--ok)')} />
        <i style={share(due, 'none')} />
      </div>
      {/* Not the sum of the items: they were converted at other rates and would not match the amount due. */}
      <small>{words.paidOf(formatMoney(paid, 'USD'), formatMoney(paid + due, 'USD'))}</small>
    </div>
  );
}
