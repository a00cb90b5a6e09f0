/** Visitors of the demo site: contact messages and trial requests. */
import { parseTable } from './parseTable';

/** name | mobile | email | company | headcount | position | message */
export const leads = parseTable(`
顾晓琳 | 13812340101 | gu.xiaolin@example.com | 江南茶业 | 2 | 运营总监 | 我们有三十家门店，想了解零售版的价格和上线周期。
Peter Nolan | +442071239901 | p.nolan@example.com | Nolan Marine | 1 | Owner | We repair boats, five of us. Is there a small plan?
贺铭 | 13912340102 | heming@example.com | 铭达机械 | 3 | 信息主管 | 能否与现有的 ERP 对接？最好能看到接口文档。
Isabel Duarte | +351211234567 | isabel@example.com | Azulejo Norte | 2 | COO | Two of our sites have no network at night. Would the field app keep working?
曾凯 | 13712340103 | zengkai@example.com | 凯盛物流 | 4 | 副总经理 | 三个港口共用一块看板，我们也想要。请安排一次演示。
Marcus Bell | +12125550176 | marcus.bell@example.com | Bell & Sons | 1 | Manager | How do you import four thousand customers from a spreadsheet?
苏婉 | 13612340104 | suwan@example.com | 婉约家纺 | 2 | 电商主管 | 会员积分插件是否支持线下核销？
Elke Brandt | +493012345601 | e.brandt@example.com | Brandt Labor | 3 | Lab manager | We need an audit trail for every result. How long do you keep it?
方志宏 | 13512340105 | fang@example.com | 宏远市政 | 5 | 科长 | 一网通办项目，需要适配自助终端，请联系我。
Tom Lindqvist | +46812345602 | tom@example.com | Lindqvist Bygg | 2 | Site lead | Drawings change daily. Can the site be notified automatically?
陆嘉 | 13412340106 | lujia@example.com | 嘉禾医疗 | 3 | 院办主任 | 预约和随访能不能放在一个系统里？
Renata Kowalska | +48221234503 | renata@example.com | Kowalska Print | 1 | Office | Do you offer a discount for schools?
秦朗 | 15012340107 | qinlang@example.com | 朗科电子 | 4 | CIO | 集团十二家子公司，权限要隔离，数据要汇总，可行吗？
Grace Osei | +233302123404 | grace@example.com | Osei Farms | 2 | Director | Our people speak three languages. Which of them do you support?
姚敏 | 15112340108 | yaomin@example.com | 敏行教育 | 2 | 教务主任 | 想看一下排课方案，最好下周能演示。
Jack Rowan | +61298761234 | jack@example.com | Rowan Freight | 3 | Dispatcher | Does the map work with trucks from several carriers?
白露 | 15212340109 | bailu@example.com | 白露酒店 | 2 | 店长 | 客房状态能不能实时显示在前台？
Nadia Haddad | +97143123405 | nadia@example.com | Haddad Trading | 4 | Finance | We close in four currencies. How are rounding differences handled?
丁一凡 | 15312340110 | ding@example.com | 一凡软件 | 1 | 开发者 | 想上架自己的插件，流程是怎样的？
Oliver Grant | +442071239906 | o.grant@example.com | Grant Legal | 2 | Partner | Where exactly is our data, and who can read it?
石磊 | 15512340111 | shilei@example.com | 磊石建材 | 3 | 总经理助理 | 请发一份政务版与企业版的功能对比。
Carmen Vidal | +34911234507 | carmen@example.com | Vidal Hoteles | 4 | IT | Eighteen hotels, one console. Where would you start?
倪雪 | 15612340112 | nixue@example.com | 雪域旅游 | 1 | 客服 | 小程序能否支持英文界面？
Henrik Juul | +4533123408 | henrik@example.com | Juul Pumps | 3 | Engineer | Modbus over a slow line: how often can you read a pump?
汪洋 | 15712340113 | wangyang@example.com | 远洋海鲜 | 2 | 采购 | 想试用电子价签和库存预警。
Leah Stein | +97231234509 | leah@example.com | Stein Optics | 3 | Quality | We would need field-level permissions and a signed export.
章程 | 15812340114 | zhang@example.com | 程诺律所 | 1 | 合伙人 | 合同审批能否加电子签章？
Ben Okafor | +234112345610 | ben@example.com | Okafor Energy | 4 | Operations | Two hundred mini-grids, one list. Is that too many?
陶然 | 15912340115 | taoran@example.com | 陶然文化 | 2 | 策展人 | 展览预约想放到公众号里，可以吗？
Yvonne Leroy | +33142312311 | yvonne@example.com | Leroy Parfums | 3 | Retail | How fast does a price change reach forty shops?`);

/** company | full name | phone | email | size | plugins by name | remarks */
export const trials = parseTable(`
江南茶业 | 顾晓琳 | 13812340101 | gu.xiaolin@example.com | 2 | loyalty-points,report-builder | 先在三家门店试用。
Nolan Marine | Peter Nolan | +442071239901 | p.nolan@example.com | 1 | invoices | Just the invoices, please.
宏远市政 | 方志宏 | 13512340105 | fang@example.com | 5 | citizen-hall,queue-tickets,petitions | 自助终端两台，窗口十二个。
Brandt Labor | Elke Brandt | +493012345601 | e.brandt@example.com | 3 | data-masking,report-builder | A trial with our own data, under a contract.
凯盛物流 | 曾凯 | 13712340103 | zengkai@example.com | 4 | geo-maps,iot-bridge | 需要接入现有车载设备。
Vidal Hoteles | Carmen Vidal | +34911234507 | carmen@example.com | 4 | meeting-rooms,service-desk | Two of the eighteen hotels first.
朗科电子 | 秦朗 | 15012340107 | qinlang@example.com | 4 | approvals,wecom-connector,ldap-login | 集团统一登录。
Grant Legal | Oliver Grant | +442071239906 | o.grant@example.com | 2 | knowledge-base | Confidential texts only, no customers.
敏行教育 | 姚敏 | 15112340108 | yaomin@example.com | 2 | shared-calendar | 下学期开始前上线。
Rowan Freight | Jack Rowan | +61298761234 | jack@example.com | 3 | geo-maps,webhook-relay | Three carriers, one map.
白露酒店 | 白露 | 15212340109 | bailu@example.com | 2 | service-desk | 
Haddad Trading | Nadia Haddad | +97143123405 | nadia@example.com | 4 | payments-gateway,expenses | Four currencies, one ledger.
嘉禾医疗 | 陆嘉 | 13412340106 | lujia@example.com | 3 | approvals,data-masking | 需符合医疗数据要求。
Juul Pumps | Henrik Juul | +4533123408 | henrik@example.com | 3 | iot-bridge | Twenty pumps to begin with.
远洋海鲜 | 汪洋 | 15712340113 | wangyang@example.com | 2 | data-import,assets-ledger | 
Okafor Energy | Ben Okafor | +234112345610 | ben@example.com | 4 | iot-bridge,report-builder | Slow lines; please mind the traffic.`);
