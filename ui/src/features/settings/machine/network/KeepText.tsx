/** What to do while a change of the network is being tried. */
import { Fragment } from 'react';
import type { BoxNetwork } from '../../../../parts/machine/types';
import type { Reach } from './reach';
import { keep as words } from './strings';

interface KeepTextProps {
  reach: Reach;
  /** Whether this phone reaches the box with the new settings. */
  reached: boolean;
  /** Why the old settings come back; null while the new ones are tried. */
  ending: string | null;
  /** The network of before, if this phone asked for the change. */
  before: BoxNetwork | undefined;
}

export function KeepText({ reach, reached, ending, before }: KeepTextProps) {
  const ssid = before && ssidOf(before);
  return (
    <p className="lead" role="status">
      {ending !== null ? (
        <>
          {ending}
          {ssid && (
            <>
              {words.overJoin}
              <b>{ssid}</b>
              {words.overThen}
            </>
          )}
        </>
      ) : reached ? (
        <>
          {words.works}
          {words.without}
          <b>{before ? (ssid ?? words.cable) : words.before}</b>.
        </>
      ) : (
        <>
          {words.changing}
          {reach.ssid === null ? (
            words.cableFirst
          ) : (
            <>
              {words.joinFirst}
              <b>{reach.ssid}</b>
              {words.thenOpen}
            </>
          )}
          {reach.urls.map((url, at) => (
            <Fragment key={url}>
              {at > 0 && words.or}
              <b>{url}</b>
            </Fragment>
          ))}
          .
        </>
      )}
    </p>
  );
}

function ssidOf({ mode, wifi, join }: BoxNetwork): string | undefined {
  return { own: wifi.ssid, join: join.ssid, cable: undefined }[mode];
}
