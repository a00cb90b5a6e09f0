/** Entities for tests only: one with every field type, one with a state machine and a merge group. */
import { entities } from '../../common/entities/index';
import { defineEntity } from '../../common/entity/entity';
import {
  array,
  choice,
  choices,
  city,
  color,
  date,
  datetime,
  file,
  files,
  float,
  icon,
  image,
  images,
  integer,
  json,
  keyValues,
  money,
  onOff,
  onOffSwitch,
  password,
  ref,
  refs,
  richText,
  text,
  time,
  year,
} from '../../common/entity/field';
import { createRegistry } from '../../common/entity/registry';

const SIZES = { small: 1, medium: 2, large: 3 } as const;
const sizeLabels = { small: 'Small', medium: 'Medium', large: 'Large' };
const specimenLabels = {
  ...{ name: 'Name', note: 'Note', story: 'Story', page: 'Page', secret: 'Secret', count: 'Count', ratio: 'Ratio' },
  ...{ price: 'Price', day: 'Day', instant: 'Instant', clock: 'Clock', since: 'Since', flag: 'Flag' },
  ...{ category: 'Category', categories: 'Categories', place: 'Place', sign: 'Sign', paint: 'Paint' },
  ...{ picture: 'Picture', pictures: 'Pictures', document: 'Document', documents: 'Documents' },
  ...{ labels: 'Labels', extra: 'Extra', pairs: 'Pairs' },
};

/** One field of every type. */
export const specimen = defineEntity('specimen', {
  menu: 'developer',
  icon: 'science',
  sensitivity: 'public',
  fields: {
    name: text({ required: true, max: 60, search: true }),
    note: text({ max: 40 }),
    story: text({ max: 4000, lines: 6 }),
    page: richText(),
    secret: password(),
    count: integer(),
    ratio: float(),
    price: money(),
    day: date(),
    instant: datetime(),
    clock: time(),
    since: year(),
    flag: onOffSwitch(),
    size: choice(SIZES),
    sizes: choices(SIZES),
    category: ref('news_category'),
    categories: refs('news_category'),
    place: city(),
    sign: icon(),
    paint: color(),
    picture: image(),
    pictures: images(),
    document: file(),
    documents: files(),
    labels: array(),
    extra: json(),
    pairs: keyValues(),
  },
  title: 'name',
  list: { columns: ['id', 'name', 'note', 'count', 'price', 'size'], sort: '-id' },
  form: ['name'],
  access: { staff: 'crud' },
  labels: {
    en: {
      $one: 'Specimen',
      $many: 'Specimens',
      ...specimenLabels,
      size: ['Size', sizeLabels],
      sizes: ['Sizes', sizeLabels],
    },
    'zh-cn': {
      $one: '标本',
      $many: '标本',
      ...specimenLabels,
      size: ['大小', sizeLabels],
      sizes: ['大小', sizeLabels],
    },
  },
});

const STATES = { open: 0, working: 1, closed: 2, frozen: 3 } as const;
const stateLabels = { open: 'Open', working: 'Working', closed: 'Closed', frozen: 'Frozen' };

/** An entity with an owner, a state machine, a lock, an action and a merge group. */
export const ticket = defineEntity('ticket', {
  menu: 'developer',
  icon: 'confirmation_number',
  sensitivity: 'public',
  fields: {
    subject: text({ required: true, max: 60, unique: true, search: true }),
    amount: money(),
    currency: text({ max: 3 }),
    salary: money({ sensitivity: 'money' }),
    code: text({ max: 40, readonly: true }),
    parent: ref('ticket', { tree: true }),
    owner_id: ref('admin', { readonly: true }),
    state: choice(STATES, { default: 'open' }),
    status: onOff(),
  },
  title: 'subject',
  list: { columns: ['id', 'subject', 'amount', 'parent', 'weigh'], sort: '-weigh' },
  form: ['subject'],
  access: { staff: 'crud', member: { read: true, create: { status: 1 } } },
  owner: 'owner_id',
  tree: 'parent',
  mergeGroups: [['amount', 'currency']],
  transitions: {
    state: {
      begin: { from: ['open'], to: 'working' },
      finish: { from: ['working'], to: 'closed' },
      reopen: { from: ['closed'], to: 'working', node: 'reopen' },
      freeze: { from: ['open', 'working'], to: 'frozen' },
      thaw: { from: ['frozen'], to: 'open' },
    },
  },
  locked: { field: 'state', when: ['frozen'] },
  actions: ['stamp'],
  labels: {
    en: {
      ...{ $one: 'Ticket', $many: 'Tickets', subject: 'Subject', amount: 'Amount', currency: 'Currency' },
      ...{ salary: 'Salary', code: 'Code', parent: 'Parent', owner_id: 'Owner' },
      state: ['State', stateLabels],
      status: ['Status', { disabled: 'Disabled', enabled: 'Enabled' }],
      $actions: { stamp: 'Stamp' },
    },
    'zh-cn': {
      ...{ $one: '工单', $many: '工单', subject: '主题', amount: '金额', currency: '币种' },
      ...{ salary: '薪资', code: '编码', parent: '上级', owner_id: '负责人' },
      state: ['状态', stateLabels],
      status: ['启用', { disabled: '禁用', enabled: '启用' }],
      $actions: { stamp: '盖章' },
    },
  },
});

/** The entities of the product and those of the tests. */
export const testRegistry = createRegistry({ ...entities, specimen, ticket });
