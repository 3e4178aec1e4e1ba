/** About: product, version and mode. */
import { DEFAULT_TITLE, useBox } from '../../api/box';
import { Part } from './Part';
import { words } from './strings';

export default function About() {
  const box = useBox();
  return (
    <Part id="about">
      <dl className="facts">
        <dt>{words.product}</dt>
        <dd>{DEFAULT_TITLE}</dd>
        <dt>{words.version}</dt>
        <dd>{box?.version}</dd>
        <dt>{words.mode}</dt>
        <dd>{box?.demo ? words.demo : words.real}</dd>
      </dl>
    </Part>
  );
}
