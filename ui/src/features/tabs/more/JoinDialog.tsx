/** Join tabs: two tabs of the same guest become one, under the name that stays. */
import { useDraftForm } from '../../../api/forms/useDraftForm';
import { useFormDraft } from '../../../api/forms/useFormDraft';
import { useWrite } from '../../../api/forms/useWrite';
import { useGet } from '../../../api/http/query';
import { dueOf } from '../../../api/prices';
import type { Tab } from '../../../api/types';
import { formatPhone, formatTotal } from '../../../lib/format';
import { FormDialog } from '../../../ui/dialog/FormDialog';
import { toast } from '../../../ui/feedback/toast';
import { Choices } from '../../../ui/form/Choices';
import { SelectField } from '../../../ui/form/SelectField';
import { TABS } from '../calls';
import { words as listWords } from '../strings';
import { AFTER_CUSTOMER, joinTabs, type Managed } from './calls';
import { joining, words } from './strings';

interface JoinDialogProps {
  tab: Managed;
  /** The other tab, if it is known. */
  other?: string;
  onClose: () => void;
}

const nameOf = ({ customerName, customerPhone }: Managed) =>
  `${customerName} · ${customerPhone ? formatPhone(customerPhone) : listWords.noPhone}`;

export default function JoinDialog({ tab, other: proposed = '', onClose }: JoinDialogProps) {
  const tabs = useGet(TABS).data ?? [];
  const others = tabs.filter(({ customerId }) => customerId !== tab.customerId);
  const draft = useFormDraft(`join:${tab.customerId}`, { other: proposed, stays: tab.customerId });
  const { other, stays } = draft.values;
  const chosen = others.find(({ customerId }) => customerId === other);
  const keeps: Managed = chosen && stays === chosen.customerId ? chosen : tab;
  const write = useWrite(joinTabs, { refreshes: AFTER_CUSTOMER });
  const dialog = useDraftForm<'other', Tab>({
    draft,
    write,
    check: () => (chosen ? {} : { other: joining.chooseFirst }),
    async send() {
      if (!chosen) return undefined;
      const from = keeps === tab ? chosen : tab;
      return write.run({ customerId: keeps.customerId, from: from.customerId });
    },
    onDone: (done) => toast(joining.done, done.customerName),
    failed: words.failed,
    onClose,
  });
  const sum = chosen && { one: dueOf(tab), two: dueOf(chosen) };
  return (
    <FormDialog
      form={dialog}
      title={words.join}
      note={joining.note}
      submit={words.join}
      pendingLabel={words.saving}
      cancel={words.cancel}
      sheet
    >
      {others.length === 0 && <p>{joining.none}</p>}
      <SelectField
        label={joining.other}
        name="other"
        value={other}
        error={dialog.errors.other}
        onValue={(next) => draft.type({ other: next })}
        options={[
          { value: '', label: joining.choose },
          ...others.map((one) => ({ value: one.customerId, label: nameOf(one) })),
        ]}
      />
      {chosen && (
        <>
          <div className="stack tight">
            <small>{joining.keeps}</small>
            <Choices
              label={joining.keeps}
              value={keeps.customerId}
              onValue={(next) => draft.type({ stays: next })}
              options={[tab, chosen].map((one) => ({ value: one.customerId, label: nameOf(one) }))}
            />
          </div>
          {sum && (
            <div className="split">
              <span>{joining.after}</span>
              <output>
                {formatTotal(sum.one.usd + sum.two.usd, 'USD')} ·{' '}
                {formatTotal(sum.one.lrd + sum.two.lrd, 'LRD')}
              </output>
            </div>
          )}
          <small>{joining.rule}</small>
        </>
      )}
    </FormDialog>
  );
}
