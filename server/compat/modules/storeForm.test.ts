/** Plugins, tabs and orders in the form of the module store of older clients. */
import { describe, expect, it } from '@jest/globals';
import type { ShownMarketItem } from '../../../common/modules/market';
import { listTabs, readTab, toStoreDetail, toStoreItem } from './storeForm';
import { parseOrder, printOrder } from './storeOrder';

const text = (en: string) => ({ en, 'zh-cn': `${en} 中文` });
const item: ShownMarketItem = {
  id: 'faq',
  title: text('FAQ'),
  description: text('Answers'),
  author: 'Example',
  category: 4,
  price: '12.50',
  points: 300,
  buyers: 2,
  rating: 0,
  isRecommended: false,
  version: '1.1.0',
  picture: '/storage/faq.png',
  local: {
    moduleId: 7,
    state: 'installed',
    version: '1.0.0',
    isOwned: true,
    hasUpdate: true,
    ownRating: null,
    refund: 'none',
  },
};

describe('the module store of older clients', () => {
  it('has a tab for each category, and for each source if there are several', () => {
    const sources = [
      { id: 3, title: 'Shop' },
      { id: 5, title: 'Market' },
    ] as const;
    const categories = { categories: [{ id: 4, title: text('Office') }] };
    const tabs = listTabs(sources, sources[1], categories, 'zh-cn');
    expect(tabs.map(({ name }) => name)).toEqual(['Shop', 'Market', 'Office 中文']);
    expect(tabs.map(({ id }) => readTab(id))).toEqual([
      { source: 3, category: '' },
      { source: 5, category: '' },
      { source: 5, category: '4' },
    ]);
    expect(listTabs(sources.slice(0, 1), sources[0], categories, 'en').map(({ name }) => name)).toEqual(['Office']);
    for (const id of ['all', '', 'source-', 'source-x', 'source-1-2-3']) expect(readTab(id).source).toBe(0);
  });

  it('shows a price in money, or in points where a plugin costs nothing else', () => {
    expect(toStoreItem(item, 'en')).toMatchObject({ present_price: '12.50', currency_select: 1, new_version: true });
    expect(toStoreItem({ ...item, price: '0.00' }, 'en')).toMatchObject({ present_price: '300', currency_select: 0 });
    const free = toStoreItem({ ...item, price: '0.00', points: null }, 'en');
    expect(free).toMatchObject({ present_price: '0.00', currency_select: 1 });
  });

  it('escapes texts, which these clients insert into the page', () => {
    const news = { version: '1.1.0', news: text('<b>new</b>'), date: '2026-01-31', size: 1, sha256: '' };
    const detail = { ...item, text: text('<img src=x onerror=alert(1)>\nTwo'), pictures: [], versions: [news] };
    const shown = toStoreDetail(detail, 3, 'en');
    expect(`${shown.detail_editor}${shown.version_log[0]?.describe ?? ''}`).not.toMatch(/<(?!\/?p>)/);
    expect(shown).toMatchObject({ purchased: '3:faq::', updatetime: Date.UTC(2026, 0, 31) / 1000 });
  });

  it('reads the orders that it prints, and nothing else', () => {
    const order = { source: 3, uid: 'faq-extra', price: '12.50', points: '300' };
    expect(parseOrder(printOrder(order))).toEqual(order);
    expect(parseOrder('3:faq::')).toEqual({ source: 3, uid: 'faq', price: '', points: '' });
    const others = ['', '3', '3:faq', ':faq::', '3:../x::', '3:faq:-1:', '3:faq:1e9:', '3:faq::1.5', '3:faq:1'];
    for (const hostile of [...others, `3:${'a'.repeat(61)}:1:`]) expect(parseOrder(hostile)).toBeUndefined();
  });
});
