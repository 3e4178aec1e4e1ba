/** What the list of settings shows beside its entries. */
import { useBox } from '../../../api/box';
import { useGet } from '../../../api/http/query';
import { useAppliance } from '../../../parts/machine/appliance';
import { useBoxNetwork } from '../../../parts/machine/network';
import { useBoxSoftware } from '../../../parts/machine/software';
import { JOBS_URL, NETWORK, PRINTERS, SETTINGS } from '../settings';
import { TABLES } from '../tables/calls';
import type { Facts } from './values';

export function useFacts(): Facts {
  const appliance = useAppliance();
  return {
    settings: useGet(SETTINGS).data,
    tables: useGet(TABLES).data,
    users: useGet('/api/users').data,
    devices: useGet('/api/devices').data,
    printers: useGet(PRINTERS).data,
    jobs: useGet(JOBS_URL).data,
    network: useGet(NETWORK).data,
    backups: useGet('/api/backups').data,
    standby: useGet('/api/standby').data,
    head: useGet('/api/head-link').data,
    demo: useBox()?.demo,
    boxNetwork: useBoxNetwork(appliance).data,
    boxSoftware: useBoxSoftware(appliance).data,
  };
}
