/** 给看不清图片验证码的人的文字题；每题的答案都是一个数字。 */
import type { captcha as english } from '../en/captcha';
import type { Translated } from '../translated';

export const captcha: Translated<typeof english> = {
  ask: '请写出四个数字，中间不留空格。{{list}}',
  item: '{{place}}：{{question}}。',
  places: { first: '第一个', second: '第二个', third: '第三个', fourth: '第四个' },
  numbers: '零 一 二 三 四 五 六 七 八 九 十 十一 十二 十三 十四 十五 十六 十七 十八',
  plus: '{{a}}加{{b}}',
  minus: '{{a}}减去{{b}}',
  half: '{{a}}的一半',
  after: '{{a}}后面的那个数',
  before: '{{a}}前面的那个数',
  larger: '{{a}}和{{b}}中较大的一个',
  smaller: '{{a}}和{{b}}中较小的一个',
  facts: {
    nose: '1，一个人有几个鼻子',
    eyes: '2，一只猫有几只眼睛',
    triangle: '3，三角形有几条边',
    car: '4，普通小汽车有几个轮子',
    hand: '5，一只手有几根手指',
    insect: '6，一只蚂蚁有几条腿',
    week: '7，一个星期有几天',
    spider: '8，一只蜘蛛有几条腿',
  },
};
