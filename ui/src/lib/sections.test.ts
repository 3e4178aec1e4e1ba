/** Sections of a list of products. */
import { expect, it } from 'vitest';
import { groupBySection, sectionNames } from './sections';

const item = (name: string, section: string | null = null) => ({ name, section });

const shown = (items: ReturnType<typeof item>[]) =>
  groupBySection(items).map(({ section, items }) => [section, ...items.map(({ name }) => name)]);

it('puts sections in the order of their first product, and products without one last', () => {
  expect(
    shown([
      item('Ale', 'Zulu beers'),
      item('apple'),
      item('Coke', 'Soft drinks'),
      item('Stout', 'Zulu beers'),
      item('Bitter lemon', 'Soft drinks'),
    ]),
  ).toEqual([
    ['Zulu beers', 'Ale', 'Stout'],
    ['Soft drinks', 'Coke', 'Bitter lemon'],
    [null, 'apple'],
  ]);
});

it('keeps the order of the list within a section, whatever it is', () => {
  expect(shown([item('Zombie', 'Cocktails'), item('Ale', 'Beer'), item('Bellini', 'Cocktails')])).toEqual([
    ['Beer', 'Ale'],
    ['Cocktails', 'Zombie', 'Bellini'],
  ]);
});

it('takes different spellings for one section, named as at its first product', () => {
  const items = [item('Sprite', 'soft  drinks '), item('Coke', 'Soft drinks'), item('Tonic', ' ')];
  expect(shown(items)).toEqual([
    ['Soft drinks', 'Sprite', 'Coke'],
    [null, 'Tonic'],
  ]);
});

it('is one group without a heading when no product has a section', () => {
  expect(shown([item('Ale'), item('Coke')])).toEqual([[null, 'Ale', 'Coke']]);
  expect(shown([])).toEqual([]);
});

it('names each section once, by name', () => {
  expect(sectionNames([item('Ale', 'Wine'), item('Coke', 'Beer'), item('x'), item('y', 'wine')])).toEqual([
    'Beer',
    'Wine',
  ]);
});
