/** Settings: the list of pages, one page, or on a wide screen both beside each other. */
import { ArrowLeft } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { useGet } from '../../api/http/query';
import { useMedia, WIDE } from '../../lib/render/useMedia';
import { useTitle } from '../../lib/useTitle';
import { Loaded, Skeleton } from '../../ui/feedback/States';
import { addressOf, componentOf, FIRST_PAGE, findPage } from './pages';
import { SettingsList } from './SettingsList';
import { SETTINGS, type Settings } from './settings';
import { pages as names, words } from './strings';
import '../../styles/shared/settings.css';

export { loadPages } from './pages';

const LIST = '/settings';

export default function SettingsScreen() {
  const [path, navigate] = useLocation();
  const wide = useMedia(WIDE);
  const wanted = path.split('/')[2];
  const chosen = findPage(wanted);
  const page = chosen ?? (wide ? FIRST_PAGE : undefined);
  useTitle(chosen ? names[chosen.id] : words.title);

  useEffect(() => {
    // Links of earlier versions named a part of one long page: /settings#printing.
    const part = wanted ? undefined : findPage(location.hash.slice(1));
    if (part) navigate(addressOf(part.id), { replace: true });
    else if (wanted && !chosen) navigate(LIST, { replace: true });
  }, [wanted]);

  return (
    <>
      <header className="page-head">
        <h1>{words.title}</h1>
        {page && !wide && (
          <Link href={LIST} className="action small">
            <ArrowLeft />
            {words.all}
          </Link>
        )}
      </header>
      <div className={page && wide ? 'beside' : undefined}>
        {(wide || !page) && <SettingsList current={page?.id} />}
        {page && <Page key={page.id} page={page} />}
      </div>
    </>
  );
}

function Page({ page }: { page: NonNullable<ReturnType<typeof findPage>> }) {
  const settings = useGet(SETTINGS);
  const Content = componentOf(page);
  const skeleton = <Skeleton count={1} height="18rem" />;
  return (
    <Loaded query={settings} errorText={words.loadFailed} skeleton={skeleton}>
      {(data: Settings) => <Suspense fallback={skeleton}>{Content && <Content settings={data} />}</Suspense>}
    </Loaded>
  );
}
