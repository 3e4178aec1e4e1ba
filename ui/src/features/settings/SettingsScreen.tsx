/** Settings: the list of pages, one page, or at a desk both beside each other. */
import { ChevronLeft } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { useBox } from '../../api/box';
import { useGet } from '../../api/http/query';
import { DESK, useMedia } from '../../lib/render/useMedia';
import { useTitle } from '../../lib/useTitle';
import { useAppliance } from '../../parts/machine/appliance';
import { Loaded, Skeleton } from '../../ui/feedback/States';
import {
  addressOf,
  componentOf,
  FIRST_PAGE,
  findPage,
  isThere,
  loadPages as loadContents,
  type SettingsPage,
} from './pages';
import { PAGE_TITLE } from './pageTitle';
import { SETTINGS, type Settings } from './settings';
import { applianceNotes, pages as names, notes, words } from './strings';
import '../../styles/shared/settings.css';

const loadList = () => import('./list/SettingsList');
const SettingsList = lazy(loadList);
const loadNote = () => import('./list/PageNote');
const PageNote = lazy(loadNote);

/** Also the list, and its search, which is not part of every page. */
export async function loadPages(): Promise<void> {
  await Promise.all([loadList(), loadNote(), import('./list/Results')]);
  await loadContents();
}

const LIST = '/settings';

export default function SettingsScreen() {
  const [path, navigate] = useLocation();
  const wide = useMedia(DESK);
  const wanted = path.split('/')[2];
  const box = useBox();
  const found = findPage(wanted);
  // Until the box has said what it is, the page waits.
  const chosen = found && (box === null || isThere(found)) ? found : undefined;
  const page = chosen ?? (wide ? FIRST_PAGE : undefined);
  useTitle(chosen ? names[chosen.id] : words.title);

  useEffect(() => {
    // Links of earlier versions named a part of one long page: /settings#printing.
    const part = wanted ? undefined : findPage(location.hash.slice(1));
    if (part) navigate(addressOf(part.id), { replace: true });
    else if (wanted && !chosen) navigate(LIST, { replace: true });
  }, [wanted, chosen]);

  return (
    <div className="settings">
      {(wide || !page) && (
        <Suspense fallback={<Skeleton count={4} height="9rem" />}>
          <SettingsList current={page?.id} />
        </Suspense>
      )}
      {page && (
        <Page key={page.id} page={page} wide={wide}>
          {!wide && <Back href={LIST} label={words.all} />}
        </Page>
      )}
    </div>
  );
}

function Back({ href, label }: { href: string; label: string }) {
  return (
    <Link href={href} className="action quiet icon-only back" aria-label={label}>
      <ChevronLeft />
    </Link>
  );
}

/** Pages whose value says more than their name. */
const COUNTED: readonly SettingsPage['id'][] = ['tables', 'people', 'approvals'];

interface PageProps {
  page: SettingsPage;
  wide: boolean;
  /** The way back. */
  children: ReactNode;
}

function Page({ page, wide, children }: PageProps) {
  const settings = useGet(SETTINGS);
  const appliance = useAppliance();
  const change = new URLSearchParams(useSearch()).get('change') ?? '';
  const view = appliance ? page.views?.[change] : undefined;
  const note = notes[page.id] ?? (appliance && !view ? applianceNotes[page.id] : undefined);
  const Content = componentOf(page);
  const skeleton = <Skeleton count={1} height="18rem" />;
  // At a desk the first heading is that of the list beside it.
  const Heading = wide ? 'h2' : 'h1';
  return (
    <section className="stack page" aria-labelledby={PAGE_TITLE}>
      <header className="page-head">
        {view ? <Back href={addressOf(page.id)} label={words.back(names[page.id])} /> : children}
        <hgroup>
          <Heading id={PAGE_TITLE}>{view ?? names[page.id]}</Heading>
          {COUNTED.includes(page.id) ? (
            <Suspense fallback={<small>&nbsp;</small>}>
              <PageNote page={page.id} />
            </Suspense>
          ) : (
            note && <small>{note}</small>
          )}
        </hgroup>
      </header>
      <Loaded query={settings} errorText={words.loadFailed} skeleton={skeleton}>
        {(data: Settings) => (
          <Suspense fallback={skeleton}>{Content && <Content settings={data} />}</Suspense>
        )}
      </Loaded>
    </section>
  );
}
