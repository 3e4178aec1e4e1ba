/** The overview and the reports, as a screen reads them. */
import { overviewUrl, reportUrl, type Selection } from './calls';
import { useGet } from './query';
import type { Overview, ReportName, Reports } from './types';

export const useOverview = (selection: Selection) => useGet<Overview>(overviewUrl(selection), { keep: true });

export const useReport = <Name extends ReportName>(name: Name, selection: Selection, enabled = true) =>
  useGet<Reports[Name]>(reportUrl(name, selection), { keep: true, enabled });
