/** Which Barback this is. */
import { DEFAULT_TITLE, useBox } from '../../api/box';
import { words } from './strings';

export function About() {
  const box = useBox();
  return (
    <section className="card stack" aria-labelledby="about-title">
      <h2 id="about-title">{words.about}</h2>
      <dl className="facts">
        <dt>{words.product}</dt>
        <dd>{DEFAULT_TITLE}</dd>
        <dt>{words.version}</dt>
        <dd>{box?.version}</dd>
        <dt>{words.mode}</dt>
        <dd>{box?.demo ? words.demo : words.real}</dd>
      </dl>
    </section>
  );
}
