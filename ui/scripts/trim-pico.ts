/** Drops the rules of Pico that nothing here can match: a PostCSS step that touches pico.scss alone. */
import type { Plugin, Rule } from 'postcss';

/** Variants and vendors that these screens never use. */
const UNUSED =
  /\[dir=|-is-(open|opening|closing)|\.contrast|\.outline|\.close|::-ms|::-moz|\[type=(file|range|reset|week|month|time|datetime-local)\]|\[rel=|\[role=(button|link)|striped|aria-invalid=false|:host|blockquote|hgroup|mark|\bh[56]\b/;

export function trimPico(): Plugin {
  return {
    postcssPlugin: 'trim-pico',
    Rule(rule: Rule) {
      if (!rule.source?.input.file?.includes('pico')) return;
      const kept = rule.selectors.filter((selector) => !UNUSED.test(withoutNegations(selector)));
      if (kept.length === 0) rule.remove();
      else if (kept.length < rule.selectors.length) rule.selectors = kept;
    },
  };
}

/** `:not(.outline)` names the variant without needing it; inside `:is(…)` a dead word does no harm. */
function withoutNegations(selector: string): string {
  return selector.replace(/:(not|is|where)\([^()]*(\([^()]*\)[^()]*)*\)/g, '');
}
