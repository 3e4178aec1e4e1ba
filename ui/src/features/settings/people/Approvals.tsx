/** What bartenders may do by themselves, what they ask a manager for, and how long a question waits. */
import { useWrite } from '../../../api/forms/useWrite';
import { reasonOf } from '../../../api/http/error';
import { cacheQuery } from '../../../api/http/query';
import type { ApprovalRule } from '../../../api/types';
import { ActionButton } from '../../../ui/ActionButton';
import { toast, toastError } from '../../../ui/feedback/toast';
import { NumberField } from '../../../ui/form/NumberField';
import { SelectField } from '../../../ui/form/SelectField';
import { FormCard } from '../FormCard';
import { AFTER_SETTINGS, SETTINGS, type Settings, saveSettings } from '../settings';
import { words as settingsWords } from '../strings';
import { useSettingsForm } from '../useSettingsForm';
import { changedRules, isPercent, KINDS, recommendedRules, rulesOf } from './approvalRules';
import { approvals as words } from './approvalStrings';

/** Where the box reports what is wrong with any of these settings. */
const ERRORS = 'approvals';

export default function Approvals({ settings: { approvals, tax, serviceCharge } }: { settings: Settings }) {
  const kinds = [
    ...KINDS,
    ...(serviceCharge.mode === 'off' ? [] : (['service_charge'] as const)),
    ...(tax.mode === 'off' ? [] : (['tax_exemption'] as const)),
  ];
  const stored = {
    ...rulesOf(approvals.rules),
    discountFree: String(approvals.discountFree),
    wait: String(approvals.wait),
  };
  const { field, ...form } = useSettingsForm(stored, (values) => ({
    approvals: {
      rules: changedRules(values, stored),
      discountFree: Number(values.discountFree),
      wait: Number(values.wait),
    },
  }));
  const write = useWrite(saveSettings, { refreshes: AFTER_SETTINGS });

  async function recommend() {
    try {
      const saved = await write.run({ approvals: { rules: recommendedRules(approvals.rules) } });
      if (!saved) return;
      cacheQuery(SETTINGS, () => saved);
      form.draft.discard();
      toast(words.recommendedDone);
    } catch (error) {
      toastError(settingsWords.failed, reasonOf(error));
    }
  }

  // One message for both numbers: it stands at the one that is wrong.
  const discountFree = field('discountFree');
  const atWait = isPercent(discountFree.value);
  return (
    <FormCard
      id="approvals"
      title={words.title}
      {...form}
      before={
        <>
          <p>{words.note}</p>
          <div className="stack tight">
            <ActionButton
              type="button"
              className="secondary"
              pending={write.pending}
              waiting={write.waiting}
              onClick={() => void recommend()}
            >
              {words.recommended}
            </ActionButton>
            <small>{words.recommendedHint}</small>
          </div>
        </>
      }
    >
      <div className="stack tight rules">
        {kinds.map((kind) => (
          <SelectField<ApprovalRule>
            key={kind}
            label={words.kinds[kind]}
            hint={kind === 'remove_sent' ? words.sentHint : undefined}
            options={words.rules}
            {...(field(kind) as ReturnType<typeof field> & { value: ApprovalRule })}
          />
        ))}
      </div>
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
