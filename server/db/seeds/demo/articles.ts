/** Articles of the demo site: news about plugins, and case news with their facts. */
import { parseTable } from './parseTable';

/** type | plugin | title | summary | content */
export const articles = parseTable(`
1 | geo-maps | Three ports, one map: Northwind a year later | What stayed, what was thrown away, and what nobody expected. | #A year later ¶ The printed boards are gone, and so is the person who used to print them: she now trains the other ports. ¶ The map turned out to be used most at night.
1 | iot-bridge | 百川水务：从二十台到九百台 | 物联网网关上线一年的真实数据。 | #一年回顾 ¶ 最老的水泵先接，因为它们先坏。 ¶ 平均抢修时间缩短了六成。
1 | citizen-hall | 宏远市政：窗口从十二个减到七个 | 一网通办上线之后，等候时间发生了什么变化。 | #少跑一趟 ¶ 七成业务在手机上完成。 ¶ 剩下的人得到了更多的时间。
1 | approvals | 朗科集团：十二家公司，一套审批 | 集团审批怎么做到既统一又隔离。 | #既统一又隔离 ¶ 流程模板由集团下发，审批人由各公司自定。 ¶ 跨公司借用只需一次授权。
1 | service-desk | Cedar Point Hotels: a desk without a telephone | Requests come by message, and the room answers first. | #Quiet at the desk ¶ Repairs are asked for by photo. ¶ Eighty out of a hundred are done before the guest is back.
1 | report-builder | Brandt Labor: reports auditors like | From forty screenshots to one signed export. | #One export ¶ Every figure leads to its record. ¶ The audit took a morning.
2 | approvals | 审批流 3.0：可以撤回了 | 发现填错，不必再打电话。 | #撤回与转交 ¶ 审批未完成前可撤回修改，出差可转交。
2 | data-import | What the import wizard refuses, and why | Eleven reasons, each with a line number. | #Refusing early ¶ A row that would be wrong is told before anything is written.
2 | payments-gateway | Refunds that find their way back | The same key, the other direction. | #A refund is a payment ¶ It carries its own key, so asking twice refunds once.
2 | loyalty-points | 积分到期前，先告诉会员 | 提醒不是打扰，是尊重。 | #提前三十天 ¶ 到期前三十天、七天各提醒一次，可关闭。
2 | wecom-connector | 企业微信连接器支持部门嵌套 | 组织架构再深也能同步。 | #逐级同步 ¶ 支持十级部门，离职成员自动停用。
2 | webhook-relay | How often is a webhook tried again? | Twelve times in a day, with growing pauses. | #Patience in numbers ¶ After a second, then two, four, eight, up to an hour.
2 | knowledge-base | 一篇文章什么时候算过期 | 作者说了算，读者可以催。 | #保鲜期 ¶ 每篇文章都有复查日期，过期会提醒作者。
2 | data-masking | Masking that cannot be undone by sorting | Hidden values stay hidden in every list. | #No guessing ¶ A column one may not read cannot be searched, sorted or exported.
2 | report-builder | 大屏的五个常见错误 | 字太小、色太多、没有结论。 | #先想结论 ¶ 一块屏只说一件事。
2 | shared-calendar | Two calendars, one afternoon | How merging works when both move the same meeting. | #Both were right ¶ The later move asks, and shows what the other did.
2 | queue-tickets | 取号之后可以去喝杯咖啡 | 预计时间是怎么算出来的。 | #越用越准 ¶ 按当天窗口速度滚动计算。
2 | translator | A draft is not a translation | What the translator marks, and what it never touches. | #Names stay ¶ Numbers, names and addresses are left as they are.`);

/** article in the order above | country | industry | users | implemented | person | position | quotation */
export const facts = parseTable(`
0 | United Kingdom | Logistics | 420 | 2025-09-01 | Emma Clarke | Head of operations | People stopped calling each other, and started talking.
1 | 中国 | 水务 | 260 | 2025-11-18 | 马俊杰 | 运维总监 | 水泵一停，我们比村里人先知道。
2 | 中国 | 政务 | 1800 | 2026-03-02 | 方志宏 | 科长 | 群众少跑一趟，窗口少排一队。
3 | 中国 | 电子制造 | 5200 | 2026-01-20 | 秦朗 | 首席信息官 | 统一不等于一刀切。
4 | Canada | Hotels | 310 | 2025-12-10 | Grace Kim | General manager | The quietest lobby in town.
5 | Germany | Laboratories | 95 | 2026-04-14 | Elke Brandt | Lab manager | Audits used to cost a week.`);
