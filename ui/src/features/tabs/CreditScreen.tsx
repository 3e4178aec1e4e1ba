/** Credit & Tabs screen: who owes, the oldest debt first, and who has paid. */
import { useMemo, useState } from 'react';
import { useGet } from '../../api/http/query';
import { customersOf } from '../../parts/customers/customers';
import { OlderRows } from '../../ui/OlderRows';
import type { Filter } from './accounts';
import { TABS } from './calls';
import { AddCreditDialog } from './credit/AddCreditDialog';
import { CREDIT_LIGHT } from './lights';
import { Owing } from './Owing';
import { creditWords as words } from './strings';
import { useCredit } from './useCredit';

export default function CreditScreen() {
  const [filter, setFilter] = useState<Filter>(CREDIT_LIGHT.filter);
  const credit = useCredit();
  const tabs = useGet(TABS);
  const paid = useMemo(() => credit.items.filter(({ status }) => status === 'paid'), [credit.items]);
  const older = filter !== 'active' && credit.older.more;
  const known = {
    data: credit.newest.data && tabs.data,
    isError: credit.newest.isError || tabs.isError,
    refetch: () => Promise.all([credit.newest.refetch(), tabs.refetch()]),
  };
  return (
    <Owing
      light={CREDIT_LIGHT}
      tabs={known}
      paid={paid}
      filter={filter}
      onFilter={setFilter}
      noneYet={older ? words.noneYet : undefined}
      adding={(close) => <AddCreditDialog customers={customersOf(credit.items)} onClose={close} />}
    >
      {older && <OlderRows {...credit.older} words={words.older} />}
    </Owing>
  );
}
