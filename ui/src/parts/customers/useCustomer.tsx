/** The customer of a tab: typed or chosen fields that survive a reload, and the question whether an open tab is meant. */
import { type ReactNode, useMemo, useState } from 'react';
import { type FormDraft, useFormDraft } from '../../api/forms/useFormDraft';
import { useGet } from '../../api/http/query';
import type { Tab } from '../../api/types';
import { CustomerFields } from './CustomerFields';
import {
  type Customer,
  type CustomerForm,
  changed,
  customersOf,
  decide,
  keyOf,
  LONG_HISTORY,
  NO_CUSTOMER,
} from './customers';
import { SameName } from './SameName';

interface CustomerHandle {
  fields: ReactNode;
  /** Rendered outside of the form. */
  question: ReactNode;
  /** Calls `then` with the customer once it is clear who it is. */
  ask: (then: (customer: Customer) => void) => void;
  draft: FormDraft<CustomerForm>;
}

interface First {
  /** The customer of a request without an answer. */
  sent?: Customer | null | undefined;
  /** Who is meant most likely; the name may be empty. */
  guest?: Customer;
}

export function useCustomer(
  draftName: string,
  disabled: boolean,
  { sent, guest }: First = {},
): CustomerHandle {
  const tabs = useGet('/api/tabs').data ?? [];
  const history = useGet(LONG_HISTORY).data;
  const known = useMemo(
    () => customersOf([...(guest?.customerName ? [guest] : []), ...tabs, ...(history ?? [])]),
    [tabs, history, guest?.customerName, guest?.customerPhone],
  );
  const first = sent ?? guest;
  const draft = useFormDraft<CustomerForm>(
    draftName,
    first ? { customerName: first.customerName, customerPhone: first.customerPhone ?? '' } : NO_CUSTOMER,
  );
  const form = draft.values;
  const [chosen, setChosen] = useState<string | null>(sent ? keyOf(sent) : null);
  const [errors, setErrors] = useState<Partial<CustomerForm>>({});
  const [asked, setAsked] = useState<{ candidates: Tab[]; then: (customer: Customer) => void } | null>(null);

  function fill({ customerName, customerPhone }: Customer) {
    draft.type({ customerName, customerPhone: customerPhone ?? '' });
    setChosen(keyOf({ customerName, customerPhone }));
    setErrors({});
  }

  function ask(then: (customer: Customer) => void, another = false) {
    const decision = decide(form, tabs, { chosen: chosen === keyOf(form), another });
    setAsked('candidates' in decision ? { candidates: decision.candidates, then } : null);
    setErrors('errors' in decision ? decision.errors : {});
    if ('customer' in decision) then(decision.customer);
  }

  return {
    fields: (
      <CustomerFields
        form={form}
        known={known}
        errors={errors}
        disabled={disabled}
        onChange={(next) => {
          draft.type(changed(form, next, known));
          setErrors({});
        }}
        onChoose={fill}
      />
    ),
    question: asked && (
      <SameName
        candidates={asked.candidates}
        onChoose={(tab) => {
          fill(tab);
          setAsked(null);
          asked.then({ customerName: tab.customerName, customerPhone: tab.customerPhone });
        }}
        onAnother={() => ask(asked.then, true)}
        onClose={() => setAsked(null)}
      />
    ),
    ask: (then) => ask(then),
    draft,
  };
}
