/** The software of a machine that the box drives: what runs, what is ready, how far an installation is, where updates come from. */
import { Moon, Undo2 } from 'lucide-react';
import { Suspense, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { loadBox } from '../../../../api/box';
import { ApiError } from '../../../../api/http/error';
import { readyUpdate, stageOf, useBoxSoftware } from '../../../../parts/machine/software';
import type { BoxSoftware } from '../../../../parts/machine/types';
import { Notice } from '../../../../ui/feedback/Notice';
import { Loaded, Skeleton } from '../../../../ui/feedback/States';
import { toast } from '../../../../ui/feedback/toast';
import { Power, prefetchDialogs } from '../loadDialogs';
import { Candidate } from './Candidate';
import { InstallBar } from './InstallBar';
import { Installing, Starting } from './Progress';
import { Running } from './Running';
import { Sources } from './Sources';
import { software as words } from './strings';
import '../../../../styles/shared/bottom-bar.css';
import '../../../../styles/shared/rows.css';
import '../machine.css';

export default function SoftwarePage() {
  const query = useBoxSoftware();
  useNewVersion(query.data?.version);
  useEffect(prefetchDialogs, []);
  if (query.error instanceof ApiError && query.error.status === 404)
    return (
      <div className="stack machine">
        <p className="card">{words.notHere}</p>
        <Suspense fallback={null}>
          <Power />
        </Suspense>
      </div>
    );
  return (
    <Loaded query={query} errorText={words.loadFailed} skeleton={<Skeleton count={2} height="8rem" />}>
      {(software) => <Content software={software} away={query.isError} />}
    </Loaded>
  );
}

/** `away`: the box did not answer the last question. */
function Content({ software, away }: { software: BoxSoftware; away: boolean }) {
  const { version, lastResult, installing, planned, other, cardErrors } = software;
  const stage = stageOf(software);
  const update = readyUpdate(software);
  // It was not seen to be written: the box restarts as soon as it is.
  const starts = stage === 'restarting' || (stage === 'installing' && away);
  return (
    <div className="stack machine">
      {cardErrors && (
        <Notice kind="error">
          {words.cardErrors} <Link href="/settings/backups">{words.toBackups}</Link>
        </Notice>
      )}
      {lastResult && !lastResult.worked && stage === 'idle' && (
        <p className="alert" role="status" data-status="warning">
          <Undo2 />
          <span>
            {lastResult.message}
            {lastResult.reason && <small>{lastResult.reason}</small>}
          </span>
        </p>
      )}
      {stage === 'checking' && (
        <p className="alert" role="status" data-status="ok">
          <span>
            <b>{words.checking(version)}</b> {words.checkingDetail}
          </span>
        </p>
      )}
      <Running software={software} />
      {installing && !starts && <Installing percent={installing.percent} version={update?.version ?? null} />}
      {starts && <Starting version={other.version ?? update?.version ?? ''} />}
      {stage !== 'installing' && !starts && software.candidate && <Candidate software={software} />}
      {stage === 'planned' && planned && (
        <p className="alert" role="status" data-status="info">
          <Moon />
          <span>
            <b>{words.plannedTitle(planned.version)}</b> {words.planned(version)}
          </span>
        </p>
      )}
      {(stage === 'idle' || stage === 'planned') && (
        <>
          <Sources software={software} />
          <Suspense fallback={null}>
            <Power />
          </Suspense>
        </>
      )}
      <InstallBar software={software} />
    </div>
  );
}

/** Says it when another version answers, and offers its screens: those on this phone are the ones of before. */
function useNewVersion(version: string | undefined): void {
  const known = useRef(version);
  useEffect(() => {
    if (version === undefined || version === known.current) return;
    if (known.current !== undefined) {
      void loadBox();
      toast(words.runs(version), undefined, { label: words.reload, onSelect: () => location.reload() });
    }
    known.current = version;
  }, [version]);
}
