/** Customer Tabs screen: who owes and who paid lately, tonight first. */
import { lazy, Suspense, useEffect, useState } from 'react';
import { useSearch } from 'wouter';
import { useGet } from '../../api/http/query';
import type { Filter } from './accounts';
import { TABS } from './calls';
import { TAB_LIGHT } from './lights';
import { Owing } from './Owing';

const loadNewTab = () => import('./adding/NewTabDialog');
const NewTabDialog = lazy(loadNewTab);

export default function TabsScreen() {
  const [filter, setFilter] = useState<Filter>(TAB_LIGHT.filter);
  // The customer that an order's card leads to; names may be spelled differently.
  const wanted = new URLSearchParams(useSearch()).get('tab')?.toLowerCase();
  useEffect(() => {
    // If this fails, opening the dialog fetches it again.
    loadNewTab().catch(() => {});
  }, []);
  return (
    <Owing
      light={TAB_LIGHT}
      tabs={useGet(TABS)}
      wanted={wanted}
      filter={filter}
      onFilter={setFilter}
      adding={(close) => (
        <Suspense fallback={null}>
          <NewTabDialog onClose={close} />
        </Suspense>
      )}
    />
  );
}
