/** The questions in words for people who cannot read the image of a captcha; every one is answered by one digit. */
export const captcha = {
  ask: 'Enter four digits without spaces. {{list}}',
  item: '{{place}}: {{question}}.',
  places: { first: 'First', second: 'Second', third: 'Third', fourth: 'Fourth' },
  numbers:
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen',
  plus: '{{a}} plus {{b}}',
  minus: '{{a}} minus {{b}}',
  half: 'half of {{a}}',
  after: 'the number after {{a}}',
  before: 'the number before {{a}}',
  larger: 'the larger of {{a}} and {{b}}',
  smaller: 'the smaller of {{a}} and {{b}}',
  facts: {
    nose: '1, how many noses a person has',
    eyes: '2, how many eyes a cat has',
    triangle: '3, how many sides a triangle has',
    car: '4, how many wheels an ordinary car has',
    hand: '5, how many fingers are on one hand',
    insect: '6, how many legs an ant has',
    week: '7, how many days a week has',
    spider: '8, how many legs a spider has',
  },
} as const;
