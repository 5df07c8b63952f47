/**
 * The style sheet of all pages. Colours are told apart by people who see few of them (blue against vermilion, never
 * green against red), and none is alone in telling something.
 */
import { BELOW, ROW, roomBetween } from './picture.ts';

export const style = `
:root{color-scheme:light dark;--bg:#fff;--text:#1b1f24;--soft:#57606a;--line:#d4d9df;--panel:#f6f8fa;--link:#0550ae;
--error:#a11d1d;--error-bg:#fdeeec;--warning:#7a4d00;--warning-bg:#fdf3dc;--info:#0b5394;--info-bg:#eaf3fc;
--before:#b84a00;--before-bg:#fdeee2;--before-mark:#f9c9a3;--after:#005a9c;--after-bg:#e6f2fb;--after-mark:#a9d3f5;--moved:#6b3fa0;--moved-bg:#f3edfa;
--focus:#0969da;--mono:ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace}
@media (prefers-color-scheme:dark){:root{--bg:#0f1318;--text:#e3e8ee;--soft:#9aa6b2;--line:#333c47;--panel:#181e25;--link:#79b8ff;
--error:#ff9a8f;--error-bg:#3a1a1a;--warning:#f2c14e;--warning-bg:#332807;--info:#85c1f5;--info-bg:#10283e;
--before:#ffa566;--before-bg:#3a2111;--before-mark:#7a3f14;--after:#7cc0ff;--after-bg:#0e2a42;--after-mark:#1a5486;--moved:#c9a8f0;--moved-bg:#2a1f3a;--focus:#79b8ff}}
*{box-sizing:border-box}
html{scroll-padding-top:4.5rem}
body{margin:0 auto;max-width:1320px;padding:0 24px 48px;background:var(--bg);color:var(--text);font:15px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Liberation Sans',sans-serif;overflow-wrap:anywhere}
a{color:var(--link)}a:focus-visible,.node:focus-visible,summary:focus-visible,input:focus-visible,select:focus-visible{outline:3px solid var(--focus);outline-offset:1px}
code,pre{font-family:var(--mono);font-size:.86em}
h1,h2,h3,h4,p,ul,ol,dl,figure{margin:0;padding:0}ol,ul{list-style:none}
.skip{position:absolute;left:-999px}.skip:focus{left:8px;top:8px;background:var(--bg);padding:8px;z-index:9}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
header{padding:28px 0 14px}
header p.tool{color:var(--soft);font-size:.85rem;letter-spacing:.02em}
h1{font-size:1.5rem;line-height:1.3;font-weight:650}
header .about{color:var(--soft);margin-top:4px}
header .verdict{border-left:6px solid var(--line);padding-left:14px}
header .verdict.error,header .verdict.breaking{border-color:var(--error)}header .verdict.warning{border-color:var(--warning)}header .verdict.info,header .verdict.good{border-color:var(--info)}
nav{position:sticky;top:0;z-index:5;background:var(--bg);border-bottom:1px solid var(--line);padding:8px 0;display:flex;flex-wrap:wrap;gap:6px 22px;align-items:center;font-size:.88rem}
nav ul{display:flex;flex-wrap:wrap;gap:4px 14px}
.controls{display:none;flex-wrap:wrap;gap:4px 12px;align-items:center;margin-left:auto}.js .controls{display:flex}
.controls label{display:inline-flex;gap:5px;align-items:center;color:var(--soft)}.controls .chip{color:var(--text)}
select,input[type=search]{font:inherit;color:inherit;background:var(--panel);border:1px solid var(--line);border-radius:5px;padding:2px 6px;max-width:15rem;color:var(--text)}
output{color:var(--soft)}
main{outline:0}main>section{margin-top:32px}main>section>h2,.pair>h2{font-size:1.18rem;padding-bottom:4px;border-bottom:1px solid var(--line);margin-bottom:12px}
h2 .count{color:var(--soft);font-weight:400;font-size:.9rem}
.pair>section{margin:18px 0}.pair>section>h3,.pair details>section>h3{font-size:1.02rem;margin:18px 0 8px}
.group>h3{font:600 .95rem var(--mono);margin:18px 0 8px}.group>summary{margin:14px 0 4px}.group>summary h3{display:inline;font:600 .95rem var(--mono)}.group>summary .count{color:var(--soft);font-weight:400;font-size:.86rem}
.badge{display:inline-block;white-space:nowrap;font-size:.8rem;font-weight:600;border-radius:5px;padding:0 7px;border:1px solid currentColor}
.badge.error,.badge.breaking{color:var(--error);background:var(--error-bg)}.badge.warning{color:var(--warning);background:var(--warning-bg)}.badge.info{color:var(--info);background:var(--info-bg)}.badge.cosmetic{color:var(--soft);background:var(--panel)}
.card{border:1px solid var(--line);border-left-width:4px;border-radius:7px;padding:9px 14px 10px;margin-bottom:9px;background:var(--bg)}
.card.error,.card.breaking{border-left-color:var(--error)}.card.warning{border-left-color:var(--warning)}.card.info{border-left-color:var(--info)}
.card:target,.line:target,.row:target,.rule:target{background:var(--info-bg);outline:2px solid var(--focus)}
.card .top{display:flex;flex-wrap:wrap;gap:2px 10px;align-items:baseline;font-size:.86rem}.card .top .at{margin-left:auto;font-family:var(--mono)}
.card .top .what,.card .top .count{color:var(--soft)}.card .top .count{font-weight:600}.card p{margin-top:5px}.card .message{font-size:.97rem}
.card ul.related{margin:5px 0 0;padding-left:12px;border-left:2px solid var(--line);font-size:.89rem}.related a,.place{font-family:var(--mono);font-size:.86rem;white-space:nowrap}
.card .fix,.card .try,.card .why{color:var(--soft);font-size:.89rem}.card .fix b,.card .try b,.card .why b{color:var(--text)}
.try code,.request{background:var(--panel);border:1px solid var(--line);border-radius:4px;padding:1px 6px}
.sides{display:grid;grid-template-columns:1fr 1fr;gap:8px;margin-top:7px;font-size:.91rem}
.side{border-radius:5px;padding:5px 10px;border:1px solid var(--line)}.side.before{background:var(--before-bg)}.side.after{background:var(--after-bg)}
.side>b{display:inline-block;min-width:4.6em;font-size:.8rem}.side.before>b{color:var(--before)}.side.after>b{color:var(--after)}
.remark{color:var(--soft);margin-top:6px;font-size:.91rem}.remark.open{color:var(--warning)}
.note-box{border:1px dashed var(--line);border-radius:7px;padding:10px 14px;margin:10px 0;color:var(--soft)}
details>summary{cursor:pointer;padding:5px 0;font-weight:600}details>summary code{font-weight:400}
.file{border:1px solid var(--line);border-radius:7px;margin:10px 0 18px;overflow:clip}.file>h3{font:600 .88rem var(--mono);padding:7px 12px;background:var(--panel);border-bottom:1px solid var(--line)}
.listing,.both{font:12.5px/1.55 var(--mono);tab-size:2}
.line{display:grid;grid-template-columns:4.4em 1fr;border-left:4px solid transparent}
.line>a,.row>a,.row>s{color:var(--soft);text-decoration:none;text-align:right;padding-right:12px;user-select:none;font-size:12px}.row>s{display:block}
.line>a:hover,.row>a:hover{text-decoration:underline}
.listing code,.both code{font-size:inherit;white-space:pre-wrap;overflow-wrap:anywhere;padding-right:8px}
.listing code b,.both code b{font-weight:400;color:var(--after)}.listing code i,.both code i{color:var(--soft)}
.line.in.error,.line.in.breaking{border-left-color:var(--error);background:color-mix(in srgb,var(--error-bg) 60%,transparent)}.line.in.warning{border-left-color:var(--warning);background:color-mix(in srgb,var(--warning-bg) 60%,transparent)}.line.in.info{border-left-color:var(--info)}
.note{font:13px/1.45 system-ui,sans-serif;margin:2px 10px 5px 5em;padding:3px 10px;border-radius:5px;border:1px solid var(--line);background:var(--panel)}
.note.error,.note.breaking{background:var(--error-bg)}.note.warning{background:var(--warning-bg)}.note.info{background:var(--info-bg)}
.gap,.fold>summary{background:var(--panel);color:var(--soft);font:12px/1.9 system-ui,sans-serif;text-align:center;padding:0;border-block:1px solid var(--line)}
.cut{color:var(--soft);font-style:italic}
.row{display:grid;grid-template-columns:3.9em 1fr 3.9em 1fr}.row>*{min-width:0}.row>code{border-right:1px solid var(--line)}
.row .old{background:var(--before-bg)}.row .new{background:var(--after-bg)}.row .from,.row .to{background:var(--moved-bg)}.row .none{background:repeating-linear-gradient(135deg,transparent 0 5px,color-mix(in srgb,var(--line) 45%,transparent) 5px 6px)}
.row code::before{content:'\\00a0';user-select:none;display:inline-block;width:1.1em}.row code.old::before{content:'−';color:var(--before)}.row code.new::before{content:'+';color:var(--after)}.row code.from::before,.row code.to::before{content:'↕';color:var(--moved)}.row code.none::before{content:''}
.row mark.was{background:var(--before-mark);color:inherit;border-radius:2px}.row mark.is{background:var(--after-mark);color:inherit;border-radius:2px}
.row small a{color:var(--moved);font-family:system-ui,sans-serif}
.heads{display:grid;grid-template-columns:1fr 1fr;background:var(--panel);border-bottom:1px solid var(--line);font:600 .86rem var(--mono)}.heads>*{padding:7px 12px}.heads .before{color:var(--before)}.heads .after{color:var(--after)}
.picture{margin-bottom:12px}.picture figcaption{color:var(--soft);font-size:.9rem;margin-bottom:8px;display:flex;flex-wrap:wrap;gap:4px 20px}
.legend{display:flex;flex-wrap:wrap;gap:2px 16px}.legend svg{vertical-align:middle;position:static;width:28px}
.canvas{position:relative;display:grid;padding-top:28px}${[2, 3, 4].map((count) => `.columns${count} .canvas{grid-template-columns:repeat(${count},1fr);column-gap:${roomBetween(count)}%}`).join('')}
.canvas>svg{position:absolute;left:0;top:28px;width:100%;overflow:visible}.canvas>section{min-width:0}
.canvas .head{position:absolute;top:0;font-size:.85rem;font-weight:600}.canvas .head span{color:var(--soft);font-weight:400}
.canvas li{height:${ROW}px;position:relative}
.node{display:block;height:${ROW - BELOW}px;padding:3px 9px;border:1px solid var(--line);border-left:4px solid var(--soft);border-radius:6px;background:var(--panel);color:inherit;text-decoration:none;line-height:1.42}
.node b,.node>span:not(.sr){display:block;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}.node b{font:600 12.5px/1.55 var(--mono)}.node>span:not(.sr){color:var(--soft);font-size:12px}
.node em{font-style:normal;font-weight:600}a.node:hover b{text-decoration:underline}
.node.dead,.node.unreachable{border-style:dashed;border-left-style:solid;border-color:var(--error);background:var(--error-bg)}.node.dead em,.node.unreachable em{color:var(--error)}.node.dead b{text-decoration:line-through;text-decoration-thickness:1px}
.node.undefined,.node.breaking{border-color:var(--error);border-width:2px;border-left-width:4px}.node.undefined em,.node.breaking em{color:var(--error)}
.node.undecided{border-style:dotted;border-left-style:solid;border-color:var(--warning)}.node.undecided em,.node.warning em{color:var(--warning)}.node.warning{border-left-color:var(--warning)}
.node.before{border-color:var(--before);background:var(--before-bg);border-style:dashed}.node.before em{color:var(--before)}.node.after{border-color:var(--after);background:var(--after-bg)}.node.after em{color:var(--after)}.node.changed{border-color:var(--moved)}.node.changed em{color:var(--moved)}
.picture path{fill:none;stroke:var(--soft);stroke-width:1.5;vector-effect:non-scaling-stroke;opacity:.65}
.picture path.dead{stroke:var(--error);stroke-dasharray:2 5;opacity:.8}.picture path.aside{stroke-dasharray:7 4}
.picture path.before{stroke:var(--before);stroke-dasharray:6 4;stroke-width:2.2;opacity:1}.picture path.after{stroke:var(--after);stroke-width:2.6;opacity:1}
.picture.lit .canvas path:not(.on){opacity:.1}.picture.lit .node:not(.on){opacity:.4}.picture.lit path.on{stroke-width:3;opacity:1}.picture.lit .node.on{box-shadow:0 0 0 2px var(--focus)}
.card details.fix>summary{width:fit-content;font-weight:400;padding:2px 0 0;color:var(--soft);font-size:.86rem}.card details.fix[open]>summary{color:var(--text)}.card details.fix p{margin:3px 0 0 1.1em}
.rule{border-bottom:1px solid var(--line);padding:10px 4px}.rule h3{font:600 .95rem var(--mono)}.rule dl{display:grid;grid-template-columns:6.5em 1fr;gap:2px 10px;margin-top:4px;font-size:.93rem}.rule dt{color:var(--soft)}.rule dd{margin:0}
.toc{width:100%;border-collapse:collapse;font-size:.92rem}.toc td,.toc th{text-align:left;padding:4px 10px 4px 0;border-bottom:1px solid var(--line);vertical-align:top}
footer{margin-top:40px;color:var(--soft);font-size:.85rem;border-top:1px solid var(--line);padding-top:10px}
[hidden]{display:none!important}
@media (max-width:900px){body{padding:0 12px 32px}.card .top .at{margin-left:0;min-width:0}.related a,.place{white-space:normal;overflow-wrap:anywhere}.controls{margin-left:0}.node{padding:3px 6px}.node b{font-size:11.5px}.line{grid-template-columns:3.4em 1fr}.note{margin-left:3.6em}nav{padding:6px 0;gap:4px 10px;font-size:.82rem}.controls{gap:2px 8px}nav ul{gap:2px 10px;flex-basis:100%}html{scroll-padding-top:7.5rem}}
@media (max-width:620px){.row{grid-template-columns:3em 1fr}.row>*:nth-child(n+3){border-top:1px dotted var(--line)}.sides,.heads{grid-template-columns:1fr}.picture{overflow-x:auto}.columns3 .canvas{min-width:480px}.columns4 .canvas{min-width:640px}}
@media print{nav,.skip{display:none}body{max-width:none;padding:0;font-size:11px}.card,.note,.line,.row,.picture li{break-inside:avoid}.card:target,.line:target{outline:0;background:none}a{color:inherit}*{print-color-adjust:exact}}
@media (prefers-reduced-motion:no-preference){.node,.picture path{transition:opacity .12s}}
`;
