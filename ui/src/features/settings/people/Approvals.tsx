/** What bartenders may do by themselves, what they ask a manager for, and how long a question waits. */
import { useState } from 'react';
import type { ApprovalKind, ApprovalRule } from '../../../api/types';
import { formatShort } from '../../../lib/format';
import { fromServer } from '../../../lib/money/money';
import { ActionButton, WaitingNote } from '../../../ui/ActionButton';
import { Choices } from '../../../ui/form/Choices';
import { NumberField } from '../../../ui/form/NumberField';
import { FormCard } from '../FormCard';
import { Part } from '../Part';
import type { Settings } from '../settings';
import { useSaveNow } from '../useSaveNow';
import { useSettingsForm } from '../useSettingsForm';
import { groupsOf, isPercent, recommendedRules, ruleOf } from './approvalRules';
import { approvals as words } from './approvalStrings';
import './approvals.css';

export default function Approvals({ settings }: { settings: Settings }) {
  const { save, pending, waiting } = useSaveNow();
  // The tapped rule, shown until the stored one is loaded.
  const [tapped, setTapped] = useState<{ kind: ApprovalKind; rule: ApprovalRule; of: object } | null>(null);
  const shown = tapped?.of === settings.approvals ? tapped : null;

  async function choose(kind: ApprovalKind, rule: ApprovalRule) {
    if (pending) return;
    setTapped({ kind, rule, of: settings.approvals });
    const label = words.rules.find(({ value }) => value === rule)?.label ?? '';
    const body = { approvals: { rules: { [kind]: rule } } };
    if (!(await save(body, words.saved(words.kinds[kind], label)))) setTapped(null);
  }

  const recommend = () => save({ approvals: { rules: recommendedRules(settings) } }, words.recommendedDone);

  return (
    <>
      <p className="lead">{words.lead}</p>
      <div className="split">
        <small>{words.ask}</small>
        <ActionButton type="button" className="quiet" pending={pending} onClick={() => void recommend()}>
          {words.recommended}
        </ActionButton>
      </div>
      <WaitingNote waiting={waiting} />
      <div className="halves">
        {groupsOf(settings).map(({ title, kinds }) => (
          <Part key={title} id={`rules-${title}`} title={title}>
            <ul className="rules">
              {kinds.map((kind) => (
                <li key={kind}>
                  <span className="what">
                    {words.kinds[kind]}
                    {detailOf(kind, settings) && <small>{detailOf(kind, settings)}</small>}
                  </span>
                  <Choices<ApprovalRule>
                    kind="segmented"
                    label={words.kinds[kind]}
                    value={shown?.kind === kind ? shown.rule : ruleOf(settings, kind)}
                    options={words.rules}
                    onValue={(rule) => void choose(kind, rule)}
                  />
                </li>
              ))}
            </ul>
          </Part>
        ))}
      </div>
      <Limits settings={settings} />
    </>
  );
}

/** What a rule does not concern: amounts that other settings leave to bartenders. */
function detailOf(kind: ApprovalKind, { approvals, bills, cash }: Settings): string | null {
  if (kind === 'remove_sent') return words.sent;
  if (kind === 'discount' && approvals.discountFree > 0) return words.discountUpTo(approvals.discountFree);
  if (kind === 'pay_out') return words.payOutOver(formatShort(fromServer(cash.payOutLimitUSD), 'USD'));
  const free = fromServer(bills.compCapUSD);
  return kind === 'comp' && free > 0 ? words.compUpTo(formatShort(free, 'USD')) : null;
}

/** Where the box reports what is wrong with any of these settings. */
const ERRORS = 'approvals';

function Limits({ settings: { approvals } }: { settings: Settings }) {
  const stored = { discountFree: String(approvals.discountFree), wait: String(approvals.wait) };
  const { field, ...form } = useSettingsForm(stored, ({ discountFree, wait }) => ({
    approvals: { discountFree: Number(discountFree), wait: Number(wait) },
  }));
  // One message for both numbers: it stands at the one that is wrong.
  const discountFree = field('discountFree');
  const atWait = isPercent(discountFree.value);
  return (
    <FormCard id="limits" title={words.limits} {...form}>
      <NumberField
        label={words.discountFree}
        inputMode="numeric"
        hint={words.discountFreeHint}
        {...field('discountFree', atWait ? undefined : ERRORS)}
      />
      <NumberField
        label={words.wait}
        inputMode="numeric"
        hint={words.waitHint}
        {...field('wait', atWait ? ERRORS : undefined)}
      />
    </FormCard>
  );
}
