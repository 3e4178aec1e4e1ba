/** Credit & Tabs screen: who owes, the oldest debt first, and who has paid. */
import { useGet } from '../../api/http/query';
import { TABS } from './calls';
import { CREDIT_LIGHT } from './lights';
import { Owing } from './Owing';
import { useCredit } from './useCredit';

export default function CreditScreen() {
  const credit = useCredit();
  const tabs = useGet(TABS);
  const known = {
    data: credit.newest.data && tabs.data,
    isError: credit.newest.isError || tabs.isError,
    refetch: () => Promise.all([credit.newest.refetch(), tabs.refetch()]),
  };
  return <Owing light={CREDIT_LIGHT} tabs={known} paid={credit.paid} older={credit.older} />;
}
