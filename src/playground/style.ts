/** The style sheet of the page, on top of that of all pages: two panes and what is told about them, quietly. */
export const playgroundStyle = `
html,body{height:100%}
body{max-width:none;padding:0;display:grid;grid-template-rows:auto minmax(0,1fr) auto;overflow:hidden}
button,select,.ask input{font:inherit;color:inherit;background:var(--panel);border:1px solid var(--line);border-radius:6px;padding:3px 11px;max-width:100%}
button{cursor:pointer}button:hover{border-color:var(--soft)}
button:focus-visible,select:focus-visible,.ask input:focus-visible,[role=tabpanel]:focus-visible{outline:3px solid var(--focus);outline-offset:1px}
body>header{display:flex;flex-wrap:wrap;align-items:center;gap:6px 10px;padding:9px 16px;border-bottom:1px solid var(--line)}
body>header h1{font-size:1.02rem;margin-right:auto}body>header h1 span{color:var(--soft);font-weight:400}
body>header label{display:inline-flex;gap:7px;align-items:center;color:var(--soft)}body>header select{max-width:13rem}
body>header>button{background:none;white-space:nowrap}
#main{display:grid;grid-template-columns:minmax(0,1.1fr) minmax(0,1fr);grid-template-rows:minmax(0,1fr);min-height:0}
.two #main{grid-template-columns:minmax(0,1fr) minmax(0,1fr);grid-template-rows:minmax(0,11fr) minmax(0,10fr)}
.pane{display:grid;grid-template:auto minmax(0,1fr)/minmax(0,1fr);min-width:0;min-height:0;border-right:1px solid var(--line);position:relative;margin:0!important}
.two #pane-b{border-right:0}
.pane>header{display:flex;align-items:center;gap:8px;padding:6px 10px 6px 16px;border-bottom:1px solid var(--line);background:var(--panel)}
.pane>header h2{font:600 .86rem var(--mono);border:0!important;padding:0!important;margin:0!important;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.pane .summary{color:var(--soft);font-size:.83rem;margin-right:auto;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.pane>header button{flex:none;white-space:nowrap;padding:1px 8px;font-size:.83rem;background:none;border-color:transparent;color:var(--soft)}.pane>header button:hover{border-color:var(--line);color:var(--text)}
.pane.over::after{content:'Drop files here';position:absolute;inset:6px;border:2px dashed var(--focus);border-radius:8px;background:color-mix(in srgb,var(--bg) 85%,transparent);display:grid;place-items:center;color:var(--focus);font-weight:600;z-index:9;pointer-events:none}
.editor{min-height:0;min-width:0}
.told{display:grid;grid-template:auto minmax(0,1fr)/minmax(0,1fr);min-width:0;min-height:0;margin:0!important}
.two .told{grid-column:1/3;border-top:1px solid var(--line)}
#tabs{display:flex;flex-wrap:wrap;gap:2px 4px;padding:0 12px;border-bottom:1px solid var(--line)}
#tabs button{background:none;border:0;border-radius:0;border-bottom:3px solid transparent;padding:8px 9px 5px;color:var(--soft)}
#tabs button[aria-selected=true]{color:var(--text);border-bottom-color:var(--link);font-weight:600}#tabs .count{font-weight:400;color:var(--soft)}
#panels{overflow:auto;min-height:0}
[role=tabpanel]{padding:12px 16px 28px;outline-offset:-3px!important}[role=tabpanel]>[aria-busy=true]{opacity:.45}
[role=tabpanel] h3{font-size:1rem;line-height:1.4}[role=tabpanel] section>h3,.do~h3{margin:16px 0 8px}.of-pane{font-family:var(--mono);font-size:.88rem!important;margin:14px 0 8px}.of-pane:first-child{margin-top:0}
.verdict{border-left:5px solid var(--line);padding:1px 0 1px 12px;margin:2px 0 12px}.verdict .about{color:var(--soft)}
.verdict.error,.verdict.breaking{border-color:var(--error)}.verdict.warning{border-color:var(--warning)}.verdict.info,.verdict.good{border-color:var(--info)}
.place{padding:0;border:0;background:none;color:var(--link);font-family:var(--mono);font-size:.84rem;border-radius:3px}.place:hover{text-decoration:underline}
.do{display:flex;flex-wrap:wrap;gap:4px 8px;margin:8px 0;align-items:center}.do .quiet{background:none;border-color:transparent;color:var(--soft)}.do .quiet:hover{border-color:var(--line)}.do .quiet:first-child{margin-left:-9px}.card .do{margin:8px 0 2px}.card .do button{font-size:.86rem;padding:1px 9px}
.ask{display:grid;grid-template-columns:auto minmax(0,1fr) auto;gap:6px 9px;align-items:center;margin-bottom:14px}.ask input{font:.9rem var(--mono);width:100%}.ask label{color:var(--soft)}.ask .remark{grid-column:2/4;margin:0}
.traces{display:grid;gap:18px}.two .traces{grid-template-columns:repeat(auto-fit,minmax(20rem,1fr))}.trace{margin:0;min-width:0}
.steps>li{display:grid;grid-template-columns:1.4em minmax(0,1fr);margin-bottom:3px}.steps i{font-style:normal;color:var(--soft);text-align:center;padding-top:3px}.steps .yes i{color:var(--after);font-weight:700}
.steps button,.steps div{display:block;text-align:left;padding:3px 9px;border:1px solid transparent;background:none;border-radius:6px;width:100%}
.steps button:hover{border-color:var(--line)}.steps .yes button,.steps .yes div{background:var(--after-bg)}
.steps b{display:inline;font-weight:600;margin-right:.7em}.steps .no b{font-weight:400}.steps span{color:var(--soft)}.steps em{font-style:normal;color:var(--link);font:.82rem var(--mono);margin-left:.8em;white-space:nowrap}
.trace dl{display:grid;grid-template-columns:7.5em minmax(0,1fr);gap:2px 10px;margin-top:12px}.trace dt{color:var(--soft)}.trace dd{margin:0;grid-column:2}
body>footer{margin:0;padding:6px 16px;display:flex;flex-wrap:wrap;gap:2px 20px}#status{color:var(--text);margin-right:auto}#status:empty{display:none}
.cm-editor{height:100%;background:var(--bg);color:var(--text)}.cm-editor.cm-focused{outline:0}
.cm-editor .cm-scroller{font:12.8px/1.6 var(--mono)}
.cm-editor .cm-gutters{background:var(--bg);color:var(--soft);border-right:1px solid var(--line)}
.cm-editor .cm-activeLine,.cm-editor .cm-activeLineGutter{background:color-mix(in srgb,var(--panel) 70%,transparent)}
.cm-editor .cm-cursor{border-left-color:var(--text)}
.cm-editor .cm-scroller .cm-selectionLayer .cm-selectionBackground{background:color-mix(in srgb,var(--focus) 26%,transparent)!important}
.cm-editor .cm-foldPlaceholder{background:var(--panel);border-color:var(--line);color:var(--soft)}
.cm-editor .cm-panels,.cm-tooltip.cm-tooltip{background:var(--bg);color:var(--text);border:1px solid var(--line)}
.cm-tooltip.cm-tooltip{border-radius:7px;box-shadow:0 4px 18px rgba(0,0,0,.16);max-width:min(34rem,92vw);overflow:hidden;z-index:20}
.cm-tooltip .cm-diagnostic{border-left-width:4px;padding:7px 12px;white-space:pre-wrap;font:.9rem/1.45 system-ui,sans-serif}
.cm-tooltip .cm-diagnostic-error{border-left-color:var(--error)}.cm-tooltip .cm-diagnostic-warning{border-left-color:var(--warning)}.cm-tooltip .cm-diagnostic-info{border-left-color:var(--info)}
.cm-tooltip .cm-diagnosticText{display:block}.cm-tooltip .cm-diagnosticSource{display:block;margin-top:5px;font:.8rem var(--mono);color:var(--soft);opacity:1}
.cm-tooltip .cm-diagnosticAction{background:var(--panel);color:var(--text);border:1px solid var(--line);border-radius:6px;padding:1px 9px;margin:6px 7px 0 0;cursor:pointer}
.cm-tooltip .means,.cm-tooltip.cm-completionInfo{padding:7px 12px;font:.9rem/1.45 system-ui,sans-serif}.cm-tooltip .means p,.cm-completionInfo p{margin:0 0 5px;white-space:pre-line}
.cm-tooltip.cm-tooltip-autocomplete>ul{font:12.8px/1.6 var(--mono)}.cm-tooltip-autocomplete li[aria-selected=true]{background:var(--link)!important;color:var(--bg)!important}.cm-completionDetail{opacity:1!important}
.cm-editor .cm-panel input,.cm-editor .cm-panel button{background:var(--panel);color:var(--text);border:1px solid var(--line);border-radius:5px}
.cm-editor .cm-lint-marker{content:normal;width:1em;height:auto;text-align:center;font-size:11px;line-height:inherit}
.cm-editor .cm-gutter-lint{width:1.3em}.cm-editor .cm-gutter-lint .cm-gutterElement{padding:0}
.cm-lint-marker-error::before{content:'✖';color:var(--error)}.cm-lint-marker-warning::before{content:'▲';color:var(--warning)}.cm-lint-marker-info::before{content:'●';color:var(--info)}
.cm-editor .cm-lintRange.cm-lintRange{background-image:none;text-decoration:underline 1.5px var(--soft);text-underline-offset:3px;padding:0}
.cm-editor .cm-lintRange-error.cm-lintRange{text-decoration:underline wavy 1px var(--error)}.cm-editor .cm-lintRange-warning.cm-lintRange{text-decoration:underline wavy 1px var(--warning)}.cm-editor .cm-lintRange-info.cm-lintRange{text-decoration:underline dotted 1.5px var(--info)}
.cm-editor .cm-lintRange-active.cm-lintRange-active{background-color:color-mix(in srgb,var(--warning-bg) 70%,transparent)}
.tok-propertyName,.tok-definition{color:var(--link)}.tok-comment,.tok-meta{color:var(--soft);font-style:italic}.tok-string,.tok-string2{color:var(--text)}.tok-number,.tok-bool,.tok-keyword,.tok-atom{color:var(--moved)}.tok-punctuation{color:var(--soft)}
@media (max-width:500px){.pane .summary{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}.pane>header h2{margin-right:auto!important}}
@media (max-width:900px){#tabs{padding:0 4px}#tabs button{padding:8px 6px 5px}.picture{overflow-x:auto}.trace,.traces{min-width:0}.two .traces{grid-template-columns:minmax(0,1fr)}body{padding:0;overflow:auto;display:block;height:auto}html{height:auto}#main,.two #main{display:block}.pane{border-right:0;border-bottom:1px solid var(--line);height:52vh}.two .pane{height:42vh}#panels{overflow:visible}body>header{padding:8px 12px}body>header h1{width:100%}.sides{grid-template-columns:1fr}.ask{grid-template-columns:minmax(0,1fr) auto}.ask label{grid-column:1/3}.ask .remark{grid-column:1/3}.trace dl{grid-template-columns:6em minmax(0,1fr)}}
`;
