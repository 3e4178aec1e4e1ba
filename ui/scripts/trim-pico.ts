/** PostCSS plugin: removes the rules of Pico CSS that no screen uses. */
import type { Plugin, Rule } from 'postcss';

/** Selectors of variants and vendor prefixes that the screens never use. */
const UNUSED =
  /\[dir=|-is-(open|opening|closing)|\.contrast|\.outline|\.close|::-ms|::-moz|\[type=(file|range|reset|week|month|time|datetime-local)\]|\[rel=|\[role=(button|link)|striped|aria-invalid=false|:host|:checked.*aria-invalid|checkbox\]:indeterminate|blockquote|hgroup|mark|\b(ins|su[bp]|audio|video|iframe|canvas)\b|\bh[56]\b/;

/** The classes of Pico's own script, which opens dialogs; here the browser opens them. */
const OPENING = /\.modal-is-/;

export function trimPico(): Plugin {
  return {
    postcssPlugin: 'trim-pico',
    Rule(rule: Rule) {
      if (!rule.source?.input.file?.includes('pico')) return;
      const kept = rule.selectors.filter(
        (selector) => !OPENING.test(selector) && !UNUSED.test(withoutNegations(selector)),
      );
      if (kept.length === 0) rule.remove();
      else if (kept.length < rule.selectors.length) rule.selectors = kept;
    },
  };
}

/** Removes `:not(…)`, `:is(…)` and `:where(…)`: a rule with `:not(.outline)` does not need the variant that it names. */
function withoutNegations(selector: string): string {
  return selector.replace(/:(not|is|where)\([^()]*(\([^()]*\)[^()]*)*\)/g, '');
}
