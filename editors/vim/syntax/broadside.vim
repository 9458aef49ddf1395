" Transcripts of Broadside. Written by editors/make.py from the games' tables of words.
if exists("b:current_syntax")
  finish
endif
syn case match
syn keyword brsWord accept activate agreed alt aoa ask because blind choose clash concede deal dealer decline discard done draw end enough equalize exile fix for forgo get give gives hand keep look may mill missed mulligan offer order pass pick pillar play ranks roll round setup skip split swap takes tax trick use with x
syn match brsSign "->\||"
syn match brsTurn "^\s*\(T\d\+\( [A-Z]\)\?\|round \d\+\|trick \d\+\|setup\)\>"
syn match brsHead "^[a-z][a-z-]*: .*" contains=brsText
syn match brsFirst "^broadside-transcript \d\+$"
syn match brsQuiz "^\s*\(ask\|check\|right\|wrong\):"
syn match brsCheck "^\s*= .*"
syn match brsAnchor "^\s*@[a-z0-9]\+"
syn match brsNote "^\s*> .*"
syn match brsRemark "^\s*#.*"
syn match brsGlyph "\s\(!!\|!?\|?!\|??\|!\)\s*$"
syn region brsText start=+"+ skip=+\\.+ end=+"+ oneline
hi def link brsWord Keyword
hi def link brsSign Operator
hi def link brsTurn Title
hi def link brsHead PreProc
hi def link brsFirst PreProc
hi def link brsQuiz Label
hi def link brsCheck Constant
hi def link brsAnchor Label
hi def link brsNote SpecialComment
hi def link brsRemark Comment
hi def link brsGlyph Special
hi def link brsText String
let b:current_syntax = "broadside"
