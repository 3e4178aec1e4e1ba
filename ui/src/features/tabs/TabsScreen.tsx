/** Customer Tabs screen: who owes and who paid lately, tonight first. */
import { useSearch } from 'wouter';
import { useGet } from '../../api/http/query';
import { TABS } from './calls';
import { TAB_LIGHT } from './lights';
import { Owing } from './Owing';

export default function TabsScreen() {
  // The customer that an order's card leads to; names may be spelled differently.
  const wanted = new URLSearchParams(useSearch()).get('tab')?.toLowerCase();
  return <Owing light={TAB_LIGHT} tabs={useGet(TABS)} wanted={wanted} />;
}
